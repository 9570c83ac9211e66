/** Where the user was in a notebook: a click in a panel makes the panel's own cell active. */

import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

const OUTPUT = '.jp-Cell-outputWrapper';

/** Enough: those to the panel's own cell may be the last two. */
const MAX_VISITS = 4;

interface IVisit {
  cell: Cell;
  /** The user was in the cell's output: where that is a panel, it says nothing of the cell. */
  isInOutput: boolean;
}

/** How a cell that a panel is left for was used. */
interface IReturn {
  cell: Cell | null;
  mode: 'command' | 'edit';
}

const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'];

export class VisitedCells {
  /** The last visit first. */
  private readonly _used = new WeakMap<Notebook, IVisit[]>();
  /** Cells whose editor a key led out of, into a panel. */
  private readonly _edited = new WeakMap<Notebook, Cell>();
  /** Cells that were put above another, where the user has done nothing since. */
  private _above = new WeakMap<Notebook, Cell>();
  /** Where JupyterLab makes another cell active by itself. */
  private _advancing: Notebook | null = null;
  /** Where a cell becomes active by what happens in its output. */
  private _inOutput: Notebook | null = null;

  /** Follow the user's pointer and focus through a notebook view; ends with the view. */
  follow(notebook: Notebook): void {
    this._onActive(notebook, notebook.activeCell);
    notebook.activeCellChanged.connect(this._onActive, this);
    notebook.node.addEventListener('pointerdown', event => this._onPointer(notebook, event), true);
    notebook.node.addEventListener('focusin', event => this._onFocus(notebook, event), true);
  }

  /** Running a cell makes the next one active: the user has not been there yet. */
  onRun(notebook: Notebook): void {
    this._above.delete(notebook);
    this._advancing = notebook;
    setTimeout(() => (this._advancing = null));
  }

  /** Undoing makes another cell active, too: the user stays where the user was before. */
  whileUndoing(notebook: Notebook, undo: () => void): void {
    this._advancing = notebook;
    undo();
    this._advancing = null;
  }

  /** Whether the user has come to a cell last, rather than JupyterLab by itself. */
  isIn(notebook: Notebook, cell: Cell): boolean {
    const last = this._used.get(notebook)?.[0];
    return last?.cell === cell && !last.isInOutput;
  }

  /** The cell that the user is in: in a panel's own, a click in the panel may have made it active. */
  userCell(notebook: Notebook, host: Cell | null): Cell | null {
    const { activeCell } = notebook;
    const isElsewhere = host === null || (activeCell !== null && activeCell !== host);
    return isElsewhere ? activeCell : (this._lastUsed(notebook, host) ?? host);
  }

  /** What is inserted above from now on follows a cell, until the user does anything in the notebook. */
  continueAbove(notebook: Notebook, cell: Cell): void {
    this._above.set(notebook, cell);
  }

  continuesAbove(notebook: Notebook, cell: Cell): boolean {
    return this._above.get(notebook) === cell;
  }

  /** Another place was chosen, for all notebooks. */
  onPositionChosen(): void {
    this._above = new WeakMap();
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
      this.use(notebook, cell);
    }
  }

  /** The user is in a cell, or in a panel in its output. */
  use(notebook: Notebook, cell: Cell, isInOutput = false): void {
    if (!isInOutput) {
      this._edited.delete(notebook);
      this._above.delete(notebook);
    }
    const others = (this._used.get(notebook) ?? []).filter(
      each => !each.cell.isDisposed && (each.cell !== cell || each.isInOutput !== isInOutput)
    );
    this._used.set(notebook, [{ cell, isInOutput }, ...others].slice(0, MAX_VISITS));
  }

  private _onActive(notebook: Notebook, cell: Cell | null): void {
    if (cell && notebook !== this._advancing) {
      this.use(notebook, cell, notebook === this._inOutput);
    }
  }

  private _onPointer(notebook: Notebook, { target }: Event): void {
    const cell =
      target instanceof Element && notebook.widgets.find(each => each.node.contains(target));
    if (cell) {
      const isInOutput = target.closest(OUTPUT) !== null;
      this.use(notebook, cell, isInOutput);
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

  /** The cell that the user was in last, but for the panel in a cell's output; null: none. */
  private _lastUsed(notebook: Notebook, host: Cell | null): Cell | null {
    const visits = this._used.get(notebook) ?? [];
    const isWanted = ({ cell, isInOutput }: IVisit): boolean =>
      !cell.isDisposed && (cell !== host || !isInOutput);
    return visits.find(isWanted)?.cell ?? null;
  }
}

/** The cell that a key is pressed in; null: in an output, in no cell, or the key does nothing alone. */
export function cellOfKey(notebook: Notebook, { target, key }: KeyboardEvent): Cell | null {
  const isInCell = target instanceof Element && !target.closest(OUTPUT);
  return isInCell && !MODIFIERS.includes(key) ? notebook.activeCell : null;
}
