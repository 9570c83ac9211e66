/** The last insertion into a notebook: Ctrl+Z right after it takes it back. */

import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

import { undoDepth } from '../compatibility.js';

export interface IInsertedCell {
  cell: Cell;
  /** Whether the snippet was written into the cell rather than put into one of its own. */
  isWritten: boolean;
  /** Index of the cell that the user was in before; -1: none. */
  user: number;
}

/** What is known of it, until something else happens. */
interface ILast extends IInsertedCell {
  source: string;
  /** Of the notebook's undo history, right after it. */
  depth: number | null;
  /** Whether the cell was run since. */
  isRun: boolean;
}

/** How the last insertion can be undone. */
export interface IUndoable {
  /** The cell that it was written into; null: it has a cell of its own. */
  written: Cell | null;
  /** Steps of the notebook's undo history. */
  steps: number;
  /** Index of the cell that the user was in, once they are undone; -1: none. */
  user: number;
}

export class LastInsertion {
  private readonly _last = new WeakMap<Notebook, ILast>();

  remember(notebook: Notebook, inserted: IInsertedCell): void {
    const depth = undoDepth(notebook.model!.sharedModel);
    const source = inserted.cell.model.sharedModel.getSource();
    this._last.set(notebook, { ...inserted, source, depth, isRun: false });
  }

  onRun(notebook: Notebook, cell: Cell): void {
    const last = this._last.get(notebook);
    if (last?.cell === cell) {
      last.isRun = true;
    }
  }

  /** A key is pressed in a cell: in another one the user is at something else. */
  onKey(notebook: Notebook, cell: Cell): void {
    if (cell !== this._last.get(notebook)?.cell) {
      this.forget(notebook);
    }
  }

  /** How to undo what was inserted last; null: something has happened since. */
  undoable(notebook: Notebook): IUndoable | null {
    const last = this._last.get(notebook);
    if (!last || last.cell.isDisposed || last.cell.model.sharedModel.getSource() !== last.source) {
      return null;
    }
    const { user } = last;
    if (last.cell === notebook.activeCell) {
      return { written: last.isWritten ? last.cell : null, steps: 1, user };
    }
    const steps =
      last.isRun && last.depth !== null ? stepsSince(notebook, last.cell, last.depth) : 0;
    return steps > 0 ? { written: null, steps, user } : null;
  }

  /** The last insertion was undone, or something else was. */
  forget(notebook: Notebook): void {
    this._last.delete(notebook);
  }
}

/**
 * Running a cell makes the next one active: that takes one step back as long as nothing else was
 * done. Below the last one JupyterLab has put an empty cell, which takes another.
 */
function stepsSince(notebook: Notebook, cell: Cell, depth: number): number {
  const { activeCell, mode, widgets, model } = notebook;
  const steps = 1 + (undoDepth(model!.sharedModel) ?? -1) - depth;
  const isNext = widgets.indexOf(cell) + 1 === notebook.activeCellIndex;
  const isAdded = activeCell?.model.sharedModel.getSource() === '';
  return isNext && ((steps === 1 && mode === 'command') || (steps === 2 && isAdded)) ? steps : 0;
}
