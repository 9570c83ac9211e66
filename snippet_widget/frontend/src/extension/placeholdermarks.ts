/** The placeholders of a cell, marked in its editor: where each is, and whether it is underlined. */

import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

import type { Placeholder } from '../protocol.js';

const MARK = Decoration.mark({ class: 'snippet-widget-Place' });

/** Of one that stands before the first, and is filled in last. */
const LATE_MARK = Decoration.mark({ class: 'snippet-widget-Place', isLate: true });

const setPlaceholders = StateEffect.define<readonly Placeholder[]>();

/** The placeholders that nobody has touched yet. */
export const placeholderField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, docChanged, effects }) => {
    const given = effects.find(effect => effect.is(setPlaceholders));
    if (given) {
      const start = given.value[0]?.[0] ?? 0;
      const marked = given.value.map(([from, to]) =>
        (from < start ? LATE_MARK : MARK).range(from, to)
      );
      return Decoration.set(marked, true);
    }
    const isUntouched = (from: number, to: number): boolean => !changes.touchesRange(from, to);
    return docChanged ? marks.update({ filter: isUntouched }).map(changes) : marks;
  }
});

export const setShown = StateEffect.define<boolean>();

/** Whether they are underlined. */
export const shownField = StateField.define<boolean>({
  create: () => true,
  update: (isShown, { effects }) => effects.find(effect => effect.is(setShown))?.value ?? isShown,
  provide: shown =>
    EditorView.decorations.compute([shown, placeholderField], state =>
      state.field(shown) ? state.field(placeholderField) : Decoration.none
    )
});

export function markPlaceholders(
  wanted: readonly Placeholder[]
): StateEffect<readonly Placeholder[]> {
  return setPlaceholders.of(wanted);
}

/** Each in the order of the text. */
export interface IFound {
  own: Placeholder[];
  /** Those that are filled in last. */
  late: Placeholder[];
}

export function placeholdersIn(state: EditorState): IFound {
  const found: IFound = { own: [], late: [] };
  state.field(placeholderField, false)?.between(0, state.doc.length, (from, to, { spec }) => {
    const { isLate } = spec as { isLate?: boolean };
    found[isLate === true ? 'late' : 'own'].push([from, to]);
  });
  return found;
}

export function hasPlaceholders(state: EditorState): boolean {
  return (state.field(placeholderField, false)?.size ?? 0) > 0;
}
