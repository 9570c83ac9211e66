/** Puts a snippet into a notebook: one step of its undo history, the new cell active. */

import type { SharedCell } from '@jupyter/ydoc';
import type { Cell } from '@jupyterlab/cells';
import type { Notebook, NotebookPanel } from '@jupyterlab/notebook';

import { asOneStep } from '../compatibility.js';
import type { IInserted, ISnippetCell, Placeholder, Position, Reason } from '../protocol.js';
import { holdsOtherCode, insertAtCursor } from './insertatcursor.js';
import type { NotebookHistory } from './notebookhistory.js';
import { type IInsertionPoint, type ISituation, insertionPoint } from './insertionpoint.js';

export interface IInsertRequest {
  snippet: ISnippetCell;
  position: Position;
  /** Names the panel that the snippet comes from. */
  group: string;
  /** The cell whose output that panel is in; null: the panel is beside the notebook. */
  host: Cell | null;
}

/** A snippet that a notebook has taken from a drag. */
export interface IDropped {
  snippet: ISnippetCell;
  group: string;
  /** The new cell's. */
  id: string;
  /** The cell that the user was in before. */
  user: Cell | null;
}

/** What was inserted, and what has to be filled in of its cell. */
export interface IInsertResult {
  inserted: Omit<IInserted, 'path'>;
  placeholders: Placeholder[];
}

export function insertInto(
  notebook: Notebook,
  history: NotebookHistory,
  request: IInsertRequest
): IInsertResult | Reason {
  const at = situation(notebook, history, request);
  const point = insertionPoint(request.position, at);
  if (typeof point === 'string') {
    return point;
  }
  const placeholders = carryOut(notebook, point, request.snippet);
  if (typeof placeholders === 'string') {
    return placeholders;
  }
  const isWritten = point.kind === 'cursor';
  activate(notebook, point.index, isWritten ? 'edit' : 'command');
  const cell = notebook.widgets[point.index]!;
  const { group, snippet } = request;
  const cell_id = cell.model.sharedModel.getId();
  history.record(notebook, {
    cellId: cell_id,
    isWritten,
    user: at.user,
    insertion: { group, setup: snippet.setup ?? [] },
    places: placeholders
  });
  if (request.position === 'above') {
    history.visits.continueAbove(notebook, cell);
  }
  const position = positionOf(point, request.position);
  const counted = placeholders.length ? { places: placeholders.length } : {};
  const reason = point.because ? { because: point.because } : {};
  const inserted = { index: point.index, cell_id, position, ...counted, ...reason };
  return { inserted, placeholders };
}

/** What was to change a cell is put below it where that cannot be. */
function positionOf({ kind }: IInsertionPoint, wanted: Position): Position {
  return kind === 'insert' && wanted !== 'above' ? 'below' : wanted;
}

/**
 * What a notebook has taken from a drag is from then on as what Insert puts there.
 *
 * JupyterLab makes the cell above it active, selects both, and hands that one the focus a little later.
 */
export async function adoptDropped(
  notebook: Notebook,
  history: NotebookHistory,
  { snippet, group, id, user }: IDropped
): Promise<number> {
  await notebook.activeCell?.ready;
  await new Promise(resolve => setTimeout(resolve));
  const index = notebook.widgets.findIndex(cell => cell.model.sharedModel.getId() === id);
  if (index >= 0) {
    asOneStep(notebook.model!.sharedModel, () => undefined); // what follows is another step
    activate(notebook, index, 'command');
    const at = user ? notebook.widgets.indexOf(user) : -1;
    history.record(notebook, {
      cellId: id,
      isWritten: false,
      user: at > index ? at - 1 : at,
      insertion: { group, setup: snippet.setup ?? [] },
      places: snippet.places ?? []
    });
  }
  return index;
}

/** Below the active cell, without a panel: what the extension itself offers to insert. */
export function insertBelow({ content }: NotebookPanel, source: string): void {
  const shared = content.model?.sharedModel;
  if (shared) {
    const index = content.activeCellIndex + 1;
    asOneStep(shared, () =>
      shared.insertCell(index, sharedCell({ source, cell_type: 'code', metadata: {} }))
    );
    activate(content, index, 'command');
  }
}

function situation(
  notebook: Notebook,
  history: NotebookHistory,
  { host, group, snippet }: IInsertRequest
): ISituation {
  const { cells } = notebook.model!.sharedModel;
  const indexOf = (cell: Cell | null): number => (cell ? notebook.widgets.indexOf(cell) : -1);
  const user = history.visits.userCell(notebook, host);
  return {
    length: cells.length,
    user: indexOf(user),
    host: indexOf(host),
    holdsOtherCode: user !== null && holdsOtherCode(user, snippet),
    continuesAbove: user !== null && history.visits.continuesAbove(notebook, user),
    isOwn: index => history.insertions.isOf(notebook, group, cells[index]!.getId())
  };
}

function carryOut(
  notebook: Notebook,
  point: IInsertionPoint,
  snippet: ISnippetCell
): Reason | Placeholder[] {
  const shared = notebook.model!.sharedModel;
  const target = notebook.widgets[point.index];
  const placeholders = snippet.places ?? [];
  switch (point.kind) {
    case 'cursor':
      return insertAtCursor(target!, snippet);
    case 'replace':
      if (target!.model.getMetadata('deletable') === false || isLocked(target!)) {
        return 'locked';
      }
      asOneStep(shared, () => {
        shared.insertCell(point.index, sharedCell(snippet));
        shared.deleteCell(point.index + 1); // after the insertion: a notebook never has no cell
      });
      return placeholders;
    case 'insert':
      asOneStep(shared, () => shared.insertCell(point.index, sharedCell(snippet)));
      return placeholders;
  }
}

function isLocked(cell: Cell): boolean {
  return cell.model.getMetadata('editable') === false;
}

/** JupyterLab marks new code cells as trusted: their output is what the user runs from now on. */
function sharedCell({ source, cell_type, metadata }: ISnippetCell): SharedCell.Cell {
  const trusted = cell_type === 'code' ? { trusted: true } : {};
  return { cell_type, source, metadata: { ...metadata, ...trusted } };
}

export function activate(notebook: Notebook, index: number, mode: 'command' | 'edit'): void {
  notebook.deselectAll();
  notebook.mode = 'command';
  notebook.activeCellIndex = index;
  notebook.mode = mode;
}
