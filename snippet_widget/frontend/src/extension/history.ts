/** What an insertion needs to know of the past: where the user was, and what went where. */

import type { Cell } from '@jupyterlab/cells';
import { type INotebookTracker, type Notebook, NotebookActions } from '@jupyterlab/notebook';

import { undoDepth } from '../compatibility.js';
import { bindsInText } from './bindings.js';

const OUTPUT = '.jp-Cell-outputWrapper';

/** What a cell's metadata says of the snippet that it was inserted from. */
const RECORD = 'snippet_widget';

/** Enough: those to the panel's own cell may be the last two. */
const MAX_VISITS = 4;

interface IVisit {
  cell: Cell;
  /** The user was in the cell's output: where that is a panel, it says nothing of the cell. */
  isInOutput: boolean;
}

interface IInsertion {
  /** Names the panel that it came from. */
  group: string;
  /** What it binds for calls that follow. */
  setup: readonly string[];
}

/** The last insertion into a notebook, until something else happens. */
interface IFresh {
  cell: Cell;
  /** Whether it was written into a cell rather than put into one of its own. */
  isWritten: boolean;
  source: string;
  /** Of the notebook's undo history, right after it. */
  depth: number | null;
  /** Index of the cell that the user was in, before it; -1: none. */
  user: number;
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

/** How a cell that a panel is left for was used. */
interface IReturn {
  cell: Cell | null;
  mode: 'command' | 'edit';
}

const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'];

export class History {
  /** Cells whose editor a key led out of, into a panel. */
  private readonly _edited = new WeakMap<Notebook, Cell>();
  private readonly _used = new WeakMap<Notebook, IVisit[]>();
  private readonly _insertions = new WeakMap<Notebook, Map<string, IInsertion>>();
  private readonly _fresh = new WeakMap<Notebook, IFresh>();
  private _advancing: Notebook | null = null;
  private _inOutput: Notebook | null = null;

  /** Follow the user through a notebook view; ends with the view. */
  follow(notebook: Notebook): void {
    this._onActive(notebook, notebook.activeCell);
    notebook.activeCellChanged.connect(this._onActive, this);
    notebook.node.addEventListener('pointerdown', event => this._onPointer(notebook, event), true);
    notebook.node.addEventListener('focusin', event => this._onFocus(notebook, event), true);
    notebook.node.addEventListener('keydown', event => this._onKey(notebook, event), true);
  }

  /** Running a cell makes the next one active: the user has not been there yet. */
  followRuns(): void {
    NotebookActions.executionScheduled.connect((_, { notebook, cell }) => {
      this._advancing = notebook;
      const last = this._fresh.get(notebook);
      if (last?.cell === cell) {
        last.isRun = true;
      }
      setTimeout(() => (this._advancing = null));
    });
  }

  /** Undoing makes another cell active, too: the user stays where the user was before. */
  whileUndoing(notebook: Notebook, undo: () => void): void {
    this._advancing = notebook;
    undo();
    this._advancing = null;
  }

  /** The cell that the user was in last, but for the panel in a cell's output; null: none. */
  lastUsed(notebook: Notebook, host: Cell | null): Cell | null {
    return this._first(notebook, ({ cell, isInOutput }) => cell !== host || !isInOutput);
  }

  /** The cell that the user is in: in a panel's own, a click in the panel may have made it active. */
  userCell(notebook: Notebook, host: Cell | null): Cell | null {
    const { activeCell } = notebook;
    const isElsewhere = host === null || (activeCell !== null && activeCell !== host);
    return isElsewhere ? activeCell : (this.lastUsed(notebook, host) ?? host);
  }

  /** A key leads from a notebook into its panel: Escape will lead back. */
  setOut(notebook: Notebook): void {
    if (notebook.mode === 'edit' && notebook.activeCell) {
      this._edited.set(notebook, notebook.activeCell);
    }
  }

  /** Where the user was before the panel, and whether a key led into it from a cell's editor. */
  wayBack(notebook: Notebook, host: Cell | null): IReturn {
    const cell = this.userCell(notebook, host);
    const isEdited = cell !== null && cell === this._edited.get(notebook);
    return { cell, mode: isEdited ? 'edit' : 'command' };
  }

  /** The user is in a cell again, whatever became active meanwhile. */
  returnTo(notebook: Notebook, index: number): void {
    const cell = notebook.widgets[index];
    if (cell) {
      notebook.activeCellIndex = index;
      this._use(notebook, cell);
    }
  }

  recordInsertion(
    notebook: Notebook,
    cell: Cell,
    insertion: IInsertion,
    { isWritten, user }: Pick<IFresh, 'isWritten' | 'user'>
  ): void {
    const { sharedModel } = cell.model;
    if (!isWritten) {
      const known = this._insertions.get(notebook) ?? new Map<string, IInsertion>();
      this._insertions.set(notebook, known.set(sharedModel.getId(), insertion));
    }
    this._use(notebook, cell);
    const depth = undoDepth(notebook.model!.sharedModel);
    const source = sharedModel.getSource();
    this._fresh.set(notebook, { cell, isWritten, source, depth, user, isRun: false });
  }

  isInsertionOf(notebook: Notebook, group: string, cellId: string): boolean {
    return this._insertions.get(notebook)?.get(cellId)?.group === group;
  }

  /**
   * Whether the snippets that are still in the notebook bind all of this.
   *
   * Those of an earlier visit to the page are known by their record, and bind what they say.
   */
  binds(notebook: Notebook, missing: readonly string[]): boolean {
    const bound = new Set(this._present(notebook).flatMap(({ setup }) => setup));
    const cells = notebook.model?.sharedModel.cells ?? [];
    const programs = cells
      .filter(cell => cell.cell_type === 'code' && cell.getMetadata(RECORD) !== undefined)
      .map(cell => cell.getSource());
    return missing.every(
      each => bound.has(each) || programs.some(source => bindsInText(source, each))
    );
  }

  /** How to undo what was inserted last; null: something has happened since. */
  fresh(notebook: Notebook): IUndoable | null {
    const last = this._fresh.get(notebook);
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
  forgetFresh(notebook: Notebook): void {
    this._fresh.delete(notebook);
  }

  /** Insertions of cells that are there no more are forgotten. */
  private _present(notebook: Notebook): IInsertion[] {
    const known = this._insertions.get(notebook) ?? new Map<string, IInsertion>();
    const ids = new Set(notebook.model?.sharedModel.cells.map(cell => cell.getId()));
    const present = [...known].filter(([id]) => ids.has(id));
    this._insertions.set(notebook, new Map(present));
    return present.map(([, insertion]) => insertion);
  }

  private _onActive(notebook: Notebook, cell: Cell | null): void {
    if (cell && notebook !== this._advancing) {
      this._use(notebook, cell, notebook === this._inOutput);
    }
  }

  private _onPointer(notebook: Notebook, { target }: Event): void {
    const cell =
      target instanceof Element && notebook.widgets.find(each => each.node.contains(target));
    if (cell) {
      const isInOutput = target.closest(OUTPUT) !== null;
      this._use(notebook, cell, isInOutput);
      this._inOutput = null;
      this._expectActive(notebook, isInOutput);
    }
  }

  /** A key may lead into a panel, too: the panel's cell becomes active with the focus. */
  private _onFocus(notebook: Notebook, { target }: Event): void {
    this._expectActive(notebook, target instanceof Element && target.closest(OUTPUT) !== null);
  }

  /** A cell that becomes active in this turn does so by what happened in its output. */
  private _expectActive(notebook: Notebook, isInOutput: boolean): void {
    if (isInOutput) {
      this._inOutput = notebook;
      setTimeout(() => (this._inOutput = null));
    }
  }

  private _onKey(notebook: Notebook, { target, key }: KeyboardEvent): void {
    const { activeCell } = notebook;
    const isInCell = target instanceof Element && !target.closest(OUTPUT);
    if (activeCell && isInCell && !MODIFIERS.includes(key)) {
      this._use(notebook, activeCell);
      if (activeCell !== this._fresh.get(notebook)?.cell) {
        this.forgetFresh(notebook); // the user is at something else
      }
    }
  }

  private _use(notebook: Notebook, cell: Cell, isInOutput = false): void {
    if (!isInOutput) {
      this._edited.delete(notebook);
    }
    const others = (this._used.get(notebook) ?? []).filter(
      each => !each.cell.isDisposed && (each.cell !== cell || each.isInOutput !== isInOutput)
    );
    this._used.set(notebook, [{ cell, isInOutput }, ...others].slice(0, MAX_VISITS));
  }

  private _first(notebook: Notebook, isWanted: (visit: IVisit) => boolean): Cell | null {
    const visits = this._used.get(notebook) ?? [];
    return visits.find(visit => !visit.cell.isDisposed && isWanted(visit))?.cell ?? null;
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

export function followAll(tracker: INotebookTracker): History {
  const history = new History();
  history.followRuns();
  tracker.widgetAdded.connect((_, panel) => history.follow(panel.content));
  tracker.forEach(panel => history.follow(panel.content));
  return history;
}
