/** Puts a snippet into a notebook: one step of its undo history, the new cell active. */

import type { SharedCell } from '@jupyter/ydoc';
import type { Cell } from '@jupyterlab/cells';
import type { Notebook, NotebookPanel } from '@jupyterlab/notebook';

import { insertAtCursor } from './cursor.js';
import { keepingFocus } from './focus.js';
import type { History } from './history.js';
import { type IPlace, placeOf } from './place.js';
import {
  type IInserted,
  type IRefused,
  type ISnippetCell,
  type Position,
  isRefused,
  refusal
} from './protocol.js';
import { asOneStep } from './undo.js';

export interface IOrder {
  snippet: ISnippetCell;
  position: Position;
  /** Names the panel that the snippet comes from. */
  group: string;
  /** The cell whose output that panel is in; null: the panel is beside the notebook. */
  host: Cell | null;
}

export function insertInto(
  notebook: Notebook,
  history: History,
  order: IOrder
): Omit<IInserted, 'path'> | IRefused {
  const place = decide(notebook, history, order);
  if (isRefused(place)) {
    return place;
  }
  const refused = carryOut(notebook, place, order.snippet);
  if (refused) {
    return refused;
  }
  const cellId = notebook.model!.sharedModel.cells[place.index].getId();
  const isWritten = place.kind === 'cursor';
  history.recordWritten(notebook, isWritten ? notebook.widgets[place.index] : null);
  if (!isWritten) {
    history.recordInsertion(order.group, cellId);
  }
  activate(notebook, place.index);
  return { index: place.index, cell_id: cellId, position: order.position };
}

/** Below the active cell, without a panel: what the extension itself offers to insert. */
export function insertBelow({ content }: NotebookPanel, source: string): void {
  const shared = content.model?.sharedModel;
  if (shared) {
    const index = content.activeCellIndex + 1;
    asOneStep(shared, () =>
      shared.insertCell(index, sharedCell({ source, cell_type: 'code', metadata: {} }))
    );
    activate(content, index);
  }
}

function decide(notebook: Notebook, history: History, order: IOrder): IPlace | IRefused {
  const { cells } = notebook.model!.sharedModel;
  const indexOf = (cell: Cell | null): number => (cell ? notebook.widgets.indexOf(cell) : -1);
  return placeOf(order.position, {
    length: cells.length,
    active: notebook.activeCellIndex,
    host: indexOf(order.host),
    previous: indexOf(history.lastActive(notebook, order.host)),
    isOwn: index => history.isInsertionOf(order.group, cells[index].getId())
  });
}

function carryOut(notebook: Notebook, place: IPlace, snippet: ISnippetCell): IRefused | null {
  const shared = notebook.model!.sharedModel;
  const target = notebook.widgets[place.index];
  switch (place.kind) {
    case 'cursor':
      return insertAtCursor(target, snippet);
    case 'replace':
      if (target.model.getMetadata('deletable') === false || isLocked(target)) {
        return refusal('locked');
      }
      asOneStep(shared, () => {
        shared.insertCell(place.index, sharedCell(snippet));
        shared.deleteCell(place.index + 1); // after the insertion: a notebook never has no cell
      });
      return null;
    case 'insert':
      asOneStep(shared, () => shared.insertCell(place.index, sharedCell(snippet)));
      return null;
  }
}

function isLocked(cell: Cell): boolean {
  return cell.model.getMetadata('editable') === false;
}

/** JupyterLab marks new code cells as trusted: their output is what the user runs from now on. */
function sharedCell({ source, cell_type, metadata }: ISnippetCell): SharedCell.Cell {
  const trusted = cell_type === 'code' ? { trusted: true } : {};
  return { cell_type, source, metadata: { ...metadata, ...trusted } } as SharedCell.Cell;
}

/** In edit mode the new cell's editor would take the focus from the button that was clicked. */
function activate(notebook: Notebook, index: number): void {
  keepingFocus(() => {
    notebook.deselectAll();
    notebook.mode = 'command';
    notebook.activeCellIndex = index;
  });
}
