/**
 * Insertions in a notebook's undo history: Ctrl+Z takes back the last one while nothing else has changed,
 * Shift+Z puts it back.
 *
 * An insertion is known by the step that it made there: moving about and running make none.
 */

import type { ISharedCell, ISharedNotebook } from '@jupyter/ydoc';
import { type ISignal, Signal } from '@lumino/signaling';

import {
  type IUndoStep,
  followNewSteps,
  followSteps,
  forgetRedo,
  redoSteps,
  undoSteps
} from '../compatibility.js';
import type { Placeholder } from '../protocol.js';
import type { IInsertion } from './insertedcells.js';

export interface IInsertedCell {
  cellId: string;
  /** Whether the snippet was written into the cell rather than put into one of its own. */
  isWritten: boolean;
  /** Index of the cell that the user was in before; -1: none. */
  user: number;
  insertion: IInsertion;
  /** What has to be filled in of it. */
  places: readonly Placeholder[];
}

interface IRecord extends IInsertedCell {
  source: string;
  /** Counts the insertions: the last one has the highest. */
  number: number;
  /** The last step of the notebook and of each of its cells, right after it. */
  lastSteps: ReadonlyMap<object, IUndoStep | undefined>;
}

/** How the last insertion can be undone. */
export interface IUndoable {
  cellId: string;
  /** The cell that it was written into; null: it has a cell of its own. */
  written: ISharedCell | null;
  /** The empty cell that JupyterLab has put below it when it was run, to be undone with it; null: none. */
  added: ISharedCell | null;
  /** Index of the cell that the user was in, once it is undone; -1: none. */
  user: number;
}

/** How the insertion that was undone last can be redone. */
export interface IRedoable {
  cellId: string;
  /** The cell that it was written into; null: it is in the notebook's own history. */
  written: ISharedCell | null;
}

interface IUndone {
  /** The next one to redo is the last. */
  records: IRecord[];
  /** The last steps when that was so. */
  lastSteps: IRecord['lastSteps'];
}

export class LastInsertion {
  private readonly _inserted = new WeakMap<IUndoStep, IRecord>();
  /** Steps by which JupyterLab has put an empty cell below an insertion that was run. */
  private readonly _added = new WeakMap<IUndoStep, IRecord>();
  private readonly _undone = new WeakMap<ISharedNotebook, IUndone>();
  private readonly _followed = new WeakSet();
  private readonly _restored = new Signal<this, IInsertedCell>(this);
  private _count = 0;

  /** An insertion that was undone is there again. */
  get restored(): ISignal<this, IInsertedCell> {
    return this._restored;
  }

  remember(notebook: ISharedNotebook, inserted: IInsertedCell): void {
    const cell = cellOf(notebook, inserted.cellId);
    const own = inserted.isWritten && cell && undoSteps(cell).length > 0 ? cell : notebook;
    const step = undoSteps(own).at(-1);
    if (cell && step) {
      this._follow(notebook, own);
      this._follow(notebook, notebook);
      this._forgetUndone(notebook, own);
      forgetRedo(notebook);
      const [source, number] = [cell.getSource(), ++this._count];
      const lastSteps = lastStepsOf(notebook);
      this._inserted.set(step, { ...inserted, source, number, lastSteps });
    }
  }

  /** A cell is being run: below the last one JupyterLab puts an empty cell, in this turn. */
  onRun(notebook: ISharedNotebook, cellId: string): void {
    const step = undoSteps(notebook).at(-1);
    const record = step && this._inserted.get(step);
    if (record?.cellId === cellId) {
      queueMicrotask(() => {
        const [before, added] = undoSteps(notebook).slice(-2);
        if (before === step && added) {
          this._added.set(added, record);
        }
      });
    }
  }

  /** How to undo what was inserted last; null: something has changed since. */
  undoable(notebook: ISharedNotebook): IUndoable | null {
    const record = this._last(notebook);
    const cell = record && cellOf(notebook, record.cellId);
    if (!cell || cell.getSource() !== record.source || !isUnchanged(notebook, record)) {
      return null;
    }
    const { cellId, user, isWritten } = record;
    const top = undoSteps(notebook).at(-1);
    if (isWritten || (top && this._inserted.has(top))) {
      return { cellId, written: isWritten ? cell : null, added: null, user };
    }
    const added = notebook.cells[notebook.cells.indexOf(cell) + 1];
    const isEmpty = added?.getSource() === '' && undoSteps(added).length === 0;
    return isEmpty ? { cellId, written: null, added, user } : null;
  }

  /** How to redo what was undone last; null: something has changed since. */
  redoable(notebook: ISharedNotebook): IRedoable | null {
    const { records = [], lastSteps } = this._undone.get(notebook) ?? {};
    const record = records.at(-1);
    if (!record || !lastSteps || !areLast([notebook, ...notebook.cells], lastSteps)) {
      return null;
    }
    const { cellId } = record;
    const isNext = (shared: ISharedNotebook | ISharedCell): boolean => {
      const step = redoSteps(shared).at(-1);
      return step !== undefined && this._inserted.get(step) === record;
    };
    const cell = cellOf(notebook, cellId);
    if (cell && isNext(cell)) {
      return { cellId, written: cell };
    }
    return isNext(notebook) ? { cellId, written: null } : null;
  }

  /** The insertion that was made last, of those whose step is the last one of its history. */
  private _last(notebook: ISharedNotebook): IRecord | undefined {
    const tops = [notebook, ...notebook.cells].map(shared => undoSteps(shared).at(-1));
    return tops
      .map(step => step && (this._inserted.get(step) ?? this._added.get(step)))
      .filter(record => record !== undefined)
      .sort((one, other) => one.number - other.number)
      .at(-1);
  }

  private _follow(notebook: ISharedNotebook, shared: ISharedNotebook | ISharedCell): void {
    if (!this._followed.has(shared)) {
      this._followed.add(shared);
      followSteps(shared, (before, after, by) => {
        this._countUndone(notebook, shared, before, by);
        this._onReplaced(notebook, before, after, by);
      });
      followNewSteps(shared, () => this._forgetUndone(notebook, shared));
    }
  }

  /** Something else has changed: JupyterLab's own redo, too, brings back no insertion. */
  private _forgetUndone(notebook: ISharedNotebook, changed: ISharedNotebook | ISharedCell): void {
    this._undone.delete(notebook);
    for (const shared of [notebook, ...notebook.cells]) {
      if (shared !== changed && redoSteps(shared).some(step => this._inserted.has(step))) {
        forgetRedo(shared);
      }
    }
  }

  /** What else was undone before can be redone afterwards, unless something else has changed. */
  private _countUndone(
    notebook: ISharedNotebook,
    shared: ISharedNotebook | ISharedCell,
    before: IUndoStep,
    by: 'undo' | 'redo'
  ): void {
    const record = this._inserted.get(before);
    if (!record && !this._added.has(before)) {
      if (shared !== notebook) {
        this._forgetUndone(notebook, shared);
      }
      return;
    }
    notebook.cells.forEach(cell => this._follow(notebook, cell));
    const { records = [], lastSteps } = this._undone.get(notebook) ?? {};
    const others = [notebook, ...notebook.cells].filter(each => each !== shared);
    const wasLast = by === 'redo' || lastSteps?.get(shared) === before;
    const kept = lastSteps && wasLast && areLast(others, lastSteps) ? records : [];
    const rest = kept.filter(each => each !== record);
    this._undone.set(notebook, {
      records: record && by === 'undo' ? [...rest, record] : rest,
      lastSteps: lastStepsOf(notebook)
    });
  }

  private _onReplaced(
    notebook: ISharedNotebook,
    before: IUndoStep,
    after: IUndoStep,
    by: 'undo' | 'redo'
  ): void {
    const added = this._added.get(before);
    if (added) {
      this._added.set(after, added);
    }
    const record = this._inserted.get(before);
    if (record) {
      this._inserted.set(after, record);
      if (by === 'redo') {
        this._onRestored(notebook, record);
      }
    }
  }

  /** As if it had been inserted now; of what was edited meanwhile nothing is known to be filled in. */
  private _onRestored(notebook: ISharedNotebook, record: IRecord): void {
    const source = cellOf(notebook, record.cellId)?.getSource();
    if (source !== undefined) {
      record.places = source === record.source ? record.places : [];
      record.source = source;
      record.number = ++this._count;
      record.lastSteps = lastStepsOf(notebook);
      this._restored.emit(record);
    }
  }
}

function cellOf(notebook: ISharedNotebook, id: string): ISharedCell | undefined {
  return notebook.cells.find(cell => cell.getId() === id);
}

function lastStepsOf(notebook: ISharedNotebook): IRecord['lastSteps'] {
  return new Map([notebook, ...notebook.cells].map(each => [each, undoSteps(each).at(-1)]));
}

/** Whether nobody has typed into a cell since; what comes and goes makes a step of the notebook. */
function isUnchanged(notebook: ISharedNotebook, { isWritten, lastSteps }: IRecord): boolean {
  return areLast(isWritten ? [notebook, ...notebook.cells] : notebook.cells, lastSteps);
}

function areLast(
  histories: readonly (ISharedNotebook | ISharedCell)[],
  lastSteps: IRecord['lastSteps']
): boolean {
  // A cell that is put back is another object than before, without a step until somebody types.
  return histories.every(each => lastSteps.get(each) === undoSteps(each).at(-1));
}
