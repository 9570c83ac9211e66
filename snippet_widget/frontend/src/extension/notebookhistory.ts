/** What an insertion needs to know of the past: where the user was, and what went where. */

import type { Cell } from '@jupyterlab/cells';
import { type INotebookTracker, type Notebook, NotebookActions } from '@jupyterlab/notebook';

import { InsertedCells } from './insertedcells.js';
import { type IInsertedCell, LastInsertion } from './lastinsertion.js';
import { VisitedCells, cellOfKey } from './visitedcells.js';

interface IRun {
  notebook: Notebook;
  cell: Cell;
}

export class NotebookHistory {
  readonly visits = new VisitedCells();
  readonly insertions = new InsertedCells();
  readonly last = new LastInsertion();

  /** Follow the user through a notebook view; ends with the view. */
  follow(notebook: Notebook): void {
    this.visits.follow(notebook);
    notebook.node.addEventListener('keydown', event => this._onKey(notebook, event), true);
  }

  followRuns(): void {
    NotebookActions.executionScheduled.connect((_, run) => this._onRun(run));
    NotebookActions.executed.connect((_, run) => {
      if (run.cell.model.type === 'markdown') {
        this._onRun(run); // it is not scheduled, and drawn at once
      }
    });
  }

  /** A snippet was inserted: the user is in its cell. */
  record(notebook: Notebook, inserted: IInsertedCell): void {
    this.enter(notebook, inserted);
    this.last.remember(notebook.model!.sharedModel, inserted);
  }

  /** The user is in a cell that a snippet was put into. */
  enter(notebook: Notebook, { cellId, isWritten, insertion }: IInsertedCell): void {
    const cell = notebook.widgets.find(({ model }) => model.sharedModel.getId() === cellId);
    if (!isWritten) {
      this.insertions.add(notebook, cellId, insertion);
    }
    if (cell) {
      this.visits.use(notebook, cell);
    }
  }

  private _onRun({ notebook, cell }: IRun): void {
    this.visits.onRun(notebook);
    if (notebook.model) {
      this.last.onRun(notebook.model.sharedModel, cell.model.sharedModel.getId());
    }
  }

  private _onKey(notebook: Notebook, event: KeyboardEvent): void {
    const cell = cellOfKey(notebook, event);
    if (cell) {
      this.visits.use(notebook, cell);
    }
  }
}

export function followNotebooks(tracker: INotebookTracker): NotebookHistory {
  const history = new NotebookHistory();
  history.followRuns();
  tracker.widgetAdded.connect((_, panel) => history.follow(panel.content));
  tracker.forEach(panel => history.follow(panel.content));
  return history;
}
