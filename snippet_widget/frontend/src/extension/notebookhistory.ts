/** What an insertion needs to know of the past: where the user was, and what went where. */

import { type INotebookTracker, type Notebook, NotebookActions } from '@jupyterlab/notebook';

import { type IInsertion, InsertedCells } from './insertedcells.js';
import { type IInsertedCell, LastInsertion } from './lastinsertion.js';
import { VisitedCells, cellOfKey } from './visitedcells.js';

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
    NotebookActions.executionScheduled.connect((_, { notebook, cell }) => {
      this.visits.onRun(notebook);
      this.last.onRun(notebook, cell);
    });
  }

  /** A snippet was inserted: the user is in its cell. */
  record(notebook: Notebook, insertion: IInsertion, inserted: IInsertedCell): void {
    const { cell, isWritten } = inserted;
    if (!isWritten) {
      this.insertions.add(notebook, cell.model.sharedModel.getId(), insertion);
    }
    this.visits.use(notebook, cell);
    this.last.remember(notebook, inserted);
  }

  private _onKey(notebook: Notebook, event: KeyboardEvent): void {
    const cell = cellOfKey(notebook, event);
    if (cell) {
      this.visits.use(notebook, cell);
      this.last.onKey(notebook, cell);
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
