/** What an insertion needs to know of the past: active cells of each view, insertions of each panel. */

import type { Cell } from '@jupyterlab/cells';
import type { INotebookTracker, Notebook } from '@jupyterlab/notebook';

export class History {
  /** Follow the active cells of a notebook view. */
  follow(notebook: Notebook): void {
    this._recordActive(notebook, notebook.activeCell);
    notebook.activeCellChanged.connect(this._recordActive, this);
  }

  /** The cell in which the user was last, other than the panel's own; null: none. */
  lastActive(notebook: Notebook, except: Cell | null): Cell | null {
    const recent = this._active.get(notebook) ?? [];
    return recent.find(cell => cell !== except && !cell.isDisposed) ?? null;
  }

  /** A snippet was written into a cell; null: it became a cell of its own. */
  recordWritten(notebook: Notebook, cell: Cell | null): void {
    this._written.set(notebook, cell);
  }

  /** The cell that the notebook's last snippet was written into, once; null: none. */
  takeWritten(notebook: Notebook): Cell | null {
    const cell = this._written.get(notebook) ?? null;
    this._written.delete(notebook);
    return cell && !cell.isDisposed ? cell : null;
  }

  recordInsertion(group: string, cellId: string): void {
    const ids = this._insertions.get(group) ?? new Set();
    this._insertions.set(group, ids.add(cellId));
  }

  isInsertionOf(group: string, cellId: string): boolean {
    return this._insertions.get(group)?.has(cellId) ?? false;
  }

  private _recordActive(notebook: Notebook, cell: Cell | null): void {
    if (cell) {
      const others = (this._active.get(notebook) ?? []).filter(other => other !== cell);
      this._active.set(notebook, [cell, ...others].slice(0, 2));
    }
  }

  private readonly _active = new WeakMap<Notebook, Cell[]>();
  private readonly _written = new WeakMap<Notebook, Cell | null>();
  private readonly _insertions = new Map<string, Set<string>>();
}

export function followAll(tracker: INotebookTracker): History {
  const history = new History();
  tracker.widgetAdded.connect((_, panel) => history.follow(panel.content));
  tracker.forEach(panel => history.follow(panel.content));
  return history;
}
