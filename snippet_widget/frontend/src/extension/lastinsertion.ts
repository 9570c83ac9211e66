/** The last insertions into a notebook: Ctrl+Z right after them takes one after the other back. */

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
  /** The cell that taking back the insertion after it has led to; null: none was taken back. */
  returned: Cell | null;
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
  /** The last one is the last. */
  private readonly _known = new WeakMap<Notebook, ILast[]>();

  remember(notebook: Notebook, inserted: IInsertedCell): void {
    const depth = undoDepth(notebook.model!.sharedModel);
    const source = inserted.cell.model.sharedModel.getSource();
    const before = this._known.get(notebook) ?? [];
    const last = { ...inserted, source, depth, isRun: false, returned: null };
    this._known.set(notebook, [...before.filter(({ cell }) => !cell.isDisposed), last]);
  }

  onRun(notebook: Notebook, cell: Cell): void {
    const last = this._last(notebook);
    if (last?.cell === cell) {
      last.isRun = true;
    }
  }

  /** A key is pressed in a cell: in another one the user is at something else. */
  onKey(notebook: Notebook, cell: Cell): void {
    if (cell !== this._last(notebook)?.cell) {
      this.forget(notebook);
    }
  }

  /** How to undo what was inserted last; null: something has happened since. */
  undoable(notebook: Notebook): IUndoable | null {
    const last = this._last(notebook);
    if (!last || last.cell.isDisposed || last.cell.model.sharedModel.getSource() !== last.source) {
      return null;
    }
    const { user } = last;
    if (last.returned) {
      const isLastChange = undoDepth(notebook.model!.sharedModel) === last.depth;
      const isStill = [last.returned, last.cell].includes(notebook.activeCell!);
      return isLastChange && isStill ? { written: writtenInto(last), steps: 1, user } : null;
    }
    if (last.cell === notebook.activeCell) {
      return { written: writtenInto(last), steps: 1, user };
    }
    const steps =
      last.isRun && last.depth !== null ? stepsSince(notebook, last.cell, last.depth) : 0;
    return steps > 0 ? { written: null, steps, user } : null;
  }

  /** The last insertion was undone: the one before it is the last, while nothing else happens. */
  pop(notebook: Notebook): void {
    this._known.get(notebook)?.pop();
    const last = this._last(notebook);
    if (last) {
      last.returned = notebook.activeCell;
    }
  }

  /** Something else was undone, or done. */
  forget(notebook: Notebook): void {
    this._known.delete(notebook);
  }

  private _last(notebook: Notebook): ILast | undefined {
    return this._known.get(notebook)?.at(-1);
  }
}

function writtenInto({ isWritten, cell }: ILast): Cell | null {
  return isWritten ? cell : null;
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
