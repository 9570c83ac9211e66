/**
 * The placeholders of a cell that was inserted: they are marked, and Tab goes from one to the next,
 * until the last one, Escape or the focus elsewhere ends that. Whoever comes back begins with the first
 * one that nobody has touched: Escape takes the marks away until then.
 *
 * JupyterLab shares CodeMirror's state and view with extensions, its snippets it does not.
 */

import { type EditorState, Prec, StateEffect } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

import { editorViewOf } from '../compatibility.js';
import type { Placeholder } from '../protocol.js';
import {
  type IFound,
  hasPlaceholders,
  markPlaceholders,
  placeholderField,
  placeholdersIn,
  setShown,
  shownField
} from './placeholdermarks.js';

/** On the node of the cell that Tab goes through: what the shortcuts select. */
export const FILLING_CLASS = 'snippet-widget-mod-filling';

export class PlaceholderNavigation {
  /** JupyterLab's shortcuts come after the editor's keys, which indent what is selected. */
  private readonly _keys = [
    Prec.highest(
      keymap.of([
        {
          key: 'Tab',
          run: view => this._onKey(view, () => this.next()),
          shift: view => this._onKey(view, () => this.previous()),
          stopPropagation: true
        }
      ])
    ),
    EditorView.updateListener.of(() => this._showActive())
  ];
  private readonly _followed = new WeakSet<Cell>();
  private _notebook: Notebook | null = null;
  private _cell: Cell | null = null;
  /** Whether Tab goes on from wherever the cursor is: not when the user has only come back. */
  private _isUnderway = false;
  /** Whether those that are filled in last are gone through by now. */
  private _isLate = false;
  /** Where the cursor was left by an insertion at it, until Tab is pressed. */
  private _home: number | null = null;
  private _ended: AbortController | null = null;
  /** Whether the cell's Markdown was opened for what has to be filled in, and nobody has gone into it. */
  private _isOpened = false;

  /** Whether Tab is for what has to be filled in. */
  get isActive(): boolean {
    const state = editorViewOf(this._cell?.editor ?? null)?.state;
    return (
      this._isUnderway ||
      (state !== undefined &&
        hasPlaceholders(state) &&
        (this._notebook?.mode === 'command' || isAtBeginning(state)))
    );
  }

  /** Escape takes the marks away: Notebook's shortcuts take it before the cell would hear of it. */
  listen(page: Window): void {
    page.addEventListener('keydown', event => this._onEscape(event), { capture: true });
  }

  /** Mark what has to be filled in of the cell inserted into, which gets the focus right away. */
  async start(notebook: Notebook, cell: Cell, wanted: readonly Placeholder[]): Promise<void> {
    this.end();
    await cell.ready;
    const view = editorViewOf(cell.editor);
    const found = within(wanted, view?.state.doc.length ?? 0);
    if (!view || cell.isDisposed || found.length === 0) {
      return;
    }
    view.dispatch({
      effects: [
        StateEffect.appendConfig.of([placeholderField, shownField, this._keys]),
        markPlaceholders(found),
        setShown.of(true)
      ]
    });
    this._follow(notebook, cell);
    if (notebook.activeCell === cell) {
      this._begin(notebook, cell, true);
      this._isOpened = setRendered(cell, false);
    }
  }

  /** Select the next placeholder that is not filled in; at first, the first. */
  next(): void {
    this._go(({ own, late }, from) => {
      if (this._isAtFirst(from)) {
        return own[0] ?? late[0];
      }
      const after = ([start]: Placeholder): boolean => start > from;
      return this._isLate ? late.find(after) : (own.find(after) ?? late[0]);
    });
  }

  previous(): void {
    this._go(({ own, late }, from) => {
      const before = (this._isLate ? late : own).filter(([start]) => start < from).pop();
      return before ?? (this._isLate ? own.at(-1) : undefined);
    });
  }

  end(): void {
    this._ended?.abort();
    this._cell?.removeClass(FILLING_CLASS);
    this._notebook?.stateChanged.disconnect(this._onState, this);
    if (this._isOpened && this._cell?.isDisposed === false) {
      setRendered(this._cell, true);
    }
    this._isOpened = this._isUnderway = false;
    this._ended = this._cell = this._notebook = null;
  }

  /** As long as the cell is there: whoever comes back to it goes on filling it in. */
  private _follow(notebook: Notebook, cell: Cell): void {
    if (!this._followed.has(cell)) {
      this._followed.add(cell);
      cell.disposed.connect(() => this._cell === cell && this.end());
      cell.node.addEventListener('focusin', event => this._onFocusIn(notebook, cell, event));
    }
  }

  private _begin(notebook: Notebook, cell: Cell, isUnderway: boolean): void {
    this._notebook = notebook;
    this._cell = cell;
    this._isUnderway = isUnderway;
    this._isLate = false;
    this._home = notebook.mode === 'edit' ? selectionStart(cell) : null;
    this._ended = new AbortController();
    const { signal } = this._ended;
    cell.node.addEventListener('focusout', event => this._onFocusOut(event), { signal });
    notebook.stateChanged.connect(this._onState, this);
    this._showActive();
  }

  /** What is not filled in is left as it is, until the user comes back. */
  private _onEscape({ key, target }: KeyboardEvent): void {
    const isWithin = target instanceof Element && this._cell?.node.contains(target);
    if (key === 'Escape' && isWithin && !target.closest('.jp-mod-completer-active')) {
      editorViewOf(this._cell?.editor ?? null)?.dispatch({ effects: setShown.of(false) });
      this.end();
    }
  }

  /** For the shortcuts. */
  private _showActive(): void {
    this._cell?.toggleClass(FILLING_CLASS, this.isActive);
  }

  private _go(choose: (found: IFound, from: number) => Placeholder | undefined): void {
    const view = editorViewOf(this._cell?.editor ?? null);
    if (!view || !this._notebook) {
      this.end();
      return;
    }
    const { from, to } = view.state.selection.main;
    const found = placeholdersIn(view.state);
    const placeholder = choose(found, from);
    if (!placeholder) {
      this._isUnderway = false;
      view.dispatch({ selection: { anchor: to } });
      return;
    }
    this._isUnderway = true;
    this._isLate = found.late.includes(placeholder);
    this._home = null;
    this._notebook.mode = 'edit';
    view.focus();
    view.dispatch({
      selection: { anchor: placeholder[0], head: placeholder[1] },
      scrollIntoView: true
    });
  }

  /** Whether the user has not been in the new text yet: what was written ends at the cursor. */
  private _isAtFirst(from: number): boolean {
    return !this._isUnderway || this._notebook?.mode === 'command' || from === this._home;
  }

  private _onState(_: Notebook, { name, newValue }: { name: string; newValue: unknown }): void {
    if (name === 'mode') {
      this._isOpened = false; // from now on it is the user who says when it is drawn
      this._isUnderway &&= newValue === 'edit';
      this._showActive();
    }
  }

  /** Escape leads out of the text to the cell itself: the user has not come back by that. */
  private _onFocusIn(notebook: Notebook, cell: Cell, { target, relatedTarget }: FocusEvent): void {
    const isLeaving =
      target === cell.node && relatedTarget instanceof Node && cell.node.contains(relatedTarget);
    const view = editorViewOf(cell.editor);
    if (this._cell !== cell && view && hasPlaceholders(view.state) && !isLeaving) {
      this.end();
      view.dispatch({ effects: setShown.of(true) });
      this._begin(notebook, cell, false);
    }
  }

  /** Another window may take the focus, and gives it back. */
  private _onFocusOut({ relatedTarget }: FocusEvent): void {
    const isWithin = relatedTarget instanceof Node && this._cell?.node.contains(relatedTarget);
    if (!isWithin && document.hasFocus()) {
      this.end();
    }
  }

  private _onKey(view: EditorView, go: () => void): boolean {
    const isCompleting = view.dom.closest('.jp-mod-completer-active') !== null;
    const isCurrent = view === editorViewOf(this._cell?.editor ?? null);
    const isOwn = isCurrent && this.isActive && !isCompleting;
    if (isOwn) {
      go();
    }
    return isOwn;
  }
}

function isAtBeginning({ selection: { main } }: EditorState): boolean {
  return main.empty && main.head === 0;
}

/** Draw a cell's Markdown, or show its text: in what is drawn nothing is marked. Whether it was otherwise. */
function setRendered(cell: Cell, rendered: boolean): boolean {
  const markdown = cell as { rendered?: boolean };
  const isOther = markdown.rendered === !rendered;
  if (isOther) {
    markdown.rendered = rendered;
  }
  return isOther;
}

function selectionStart({ editor }: Cell): number | null {
  return editorViewOf(editor)?.state.selection.main.from ?? null;
}

function within(wanted: readonly Placeholder[], length: number): Placeholder[] {
  return wanted.filter(([from, to]) => 0 <= from && from < to && to <= length);
}
