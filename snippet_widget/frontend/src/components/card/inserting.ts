/** Puts a card's snippet into a notebook: by the JupyterLab extension, or by what else there is. */

import type { SharedCell } from '@jupyter/ydoc';

import { asOneStep, cellIndexAround, notebookOfManager } from '../../compatibility.js';
import {
  ASK_EVENT,
  CHOOSE_EVENT,
  DRAG_EVENT,
  type IAskDetail,
  type IChooseDetail,
  type IDragDetail,
  type IInsertDetail,
  type IInserted,
  type IInsertPreview,
  type ISnippetCell,
  INSERT_EVENT,
  POSITIONS,
  type Position,
  isPosition,
  isRefused
} from '../../protocol.js';
import { copy } from './copying.js';
import { hiddenDirectionNote } from './hiddendirection.js';
import { type CardModel, type Shown, cellOf } from './traits.js';

export const POSITION_LABELS: Record<Position, string> = {
  below: 'Below the cell you were in',
  above: 'Above the cell you were in',
  cursor: 'At the cursor',
  replace: 'In place of the cell you were in'
};

/** What the button says behind *Insert*; nothing where one expects the snippet. */
export const POSITION_WORDS: Record<Position, string> = {
  below: '',
  above: 'above',
  cursor: 'at cursor',
  replace: 'in place'
};

/** What can be done without the extension: nothing else tells where the active cell is. */
const POSITIONS_WITHOUT_EXTENSION: readonly Position[] = ['below', 'above'];

/** Where the choice is remembered when there is no extension to remember it. */
const STORAGE_KEY = 'snippet-widget:position';

/** Of one card: the position chosen, and its last insertion without the extension. */
export interface IInsertionState {
  position: Position;
  last?: string;
  /** The cell that the extension has inserted last. */
  inserted?: string;
}

export interface ICardPreview extends IInsertPreview {
  /** Those to choose from: fewer without the extension. */
  availablePositions: readonly Position[];
}

/** Return the extension's answer; null where there is none: no extension, or in no notebook. */
function dispatch<R>(el: HTMLElement, name: string, detail: { result?: R }): R | null {
  const event = new CustomEvent(name, { bubbles: true, cancelable: true, composed: true, detail });
  return el.dispatchEvent(event) ? null : (detail.result ?? null);
}

export function ask(shown: Shown, el: HTMLElement, state?: IInsertionState): ICardPreview {
  const detail: IAskDetail = { missing: shown.missing };
  if (state?.inserted) {
    detail.inserted = state.inserted;
  }
  const answer = dispatch(el, ASK_EVENT, detail);
  if (answer) {
    return { ...answer, availablePositions: POSITIONS };
  }
  return {
    position: storedPosition(),
    refused: null,
    has_setup: false,
    availablePositions: POSITIONS_WITHOUT_EXTENSION
  };
}

export function choose(el: HTMLElement, position: Position): void {
  const detail: IChooseDetail = { position };
  if (!dispatch(el, CHOOSE_EVENT, detail)) {
    try {
      localStorage.setItem(STORAGE_KEY, position);
    } catch {
      // A page without storage forgets.
    }
  }
}

function storedPosition(): Position {
  try {
    const position = localStorage.getItem(STORAGE_KEY);
    return isPosition(position) && POSITIONS_WITHOUT_EXTENSION.includes(position)
      ? position
      : 'below';
  } catch {
    return 'below';
  }
}

/** With the extension the notebook's own drag and drop; else the browser's, of the text. */
export function drag(shown: Shown, el: HTMLElement, event: DragEvent): void {
  const detail: IDragDetail = {
    ...cellOf(shown),
    group: shown.group,
    client_x: event.clientX,
    client_y: event.clientY,
    label: `${shown.title} · ${shown.sdk}`
  };
  if (dispatch(el, DRAG_EVENT, detail)) {
    event.preventDefault();
  } else {
    event.dataTransfer?.setData('text/plain', shown.code);
  }
}

/** Insert by the best way there is, and return what to tell the person. */
export async function insert(
  model: CardModel,
  el: HTMLElement,
  code: HTMLElement,
  state: IInsertionState,
  cell: ISnippetCell
): Promise<string> {
  const detail: IInsertDetail = { ...cell, position: state.position, group: model.get('group') };
  const answer = dispatch(el, INSERT_EVENT, detail);
  if (answer) {
    state.inserted = isRefused(answer) ? undefined : answer.cell_id;
    return isRefused(answer)
      ? answer.message
      : insertedMessage(answer, state.position) +
          hiddenDirectionNote(detail.source) +
          placeholdersNote(answer) +
          operationNote(el, cell);
  }
  try {
    const index = insertThroughManager(model, el, detail, state);
    if (index !== null) {
      return (
        insertedMessage({ index, position: state.position }, state.position) +
        hiddenDirectionNote(detail.source)
      );
    }
  } catch (error) {
    console.warn('snippet_widget: the notebook took no cell', error);
  }
  const copied = await copy(detail.source, code);
  const message = copied.done
    ? 'Copied: no notebook to insert into. Paste it into a cell.'
    : copied.message;
  return message + hiddenDirectionNote(detail.source);
}

function placeholdersNote({ places: count = 0 }: IInserted): string {
  if (count === 0) {
    return '';
  }
  const one = ' 1 place to fill in: Tab goes to it.';
  return count === 1 ? one : ` ${count} places to fill in: Tab goes from one to the next.`;
}

/** While the list highlights another endpoint already, it is said which one was inserted. */
function operationNote(el: HTMLElement, { metadata }: ISnippetCell): string {
  const { method, path } = (metadata['snippet_widget'] ?? {}) as Record<string, string>;
  return method && el.closest('[data-waiting]') ? ` It calls ${method} ${path}.` : '';
}

function insertedMessage(
  { index, position, because }: Pick<IInserted, 'index' | 'position' | 'because'>,
  wanted: Position
): string {
  const number = index + 1;
  if (position !== wanted) {
    const reason =
      because === 'other-language'
        ? 'the cell you were in holds code of another language.'
        : "the panel's own cell cannot be replaced.";
    return `Inserted below instead, as cell ${number}: ${reason}`;
  }
  const texts: Partial<Record<Position, string>> = {
    cursor: `Inserted at the cursor of cell ${number}.`,
    replace: `Replaced cell ${number}.`
  };
  return texts[position] ?? `Inserted as cell ${number}.`;
}

/** Without the extension: the notebook model that ipywidgets' manager knows, where it does. */
function insertThroughManager(
  model: CardModel,
  el: HTMLElement,
  { position, source, cell_type, metadata }: IInsertDetail,
  state: IInsertionState
): number | null {
  const shared = notebookOfManager(model.widget_manager);
  if (!shared) {
    return null;
  }
  const isAbove = position === 'above';
  const ids = shared.cells.map(cell => cell.getId());
  const below = indexBelow(ids, el, isAbove ? undefined : state.last);
  const index = Math.max(0, isAbove ? below - 1 : below);
  const cell = { cell_type, source, metadata } as SharedCell.Cell;
  asOneStep(shared, () => shared.insertCell(index, cell));
  if (!isAbove) {
    state.last = shared.cells[index]?.getId();
  }
  return index;
}

/** Below the last insertion of this card, else below the card's own cell, else at the end. */
function indexBelow(ids: readonly string[], el: HTMLElement, last: string | undefined): number {
  const at = last === undefined ? -1 : ids.indexOf(last);
  if (at >= 0) {
    return at + 1;
  }
  const own = cellIndexAround(el);
  return own === null ? ids.length : own + 1;
}
