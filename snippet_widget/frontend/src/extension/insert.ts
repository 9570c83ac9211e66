/** Puts a snippet into a notebook: one step of its undo history, the new cell active. */

import type { SharedCell } from '@jupyter/ydoc';
import type { Cell } from '@jupyterlab/cells';
import type { Notebook, NotebookPanel } from '@jupyterlab/notebook';

import { asOneStep } from '../compatibility.js';
import type { IInserted, ISnippetCell, Place, Position, Reason } from '../protocol.js';
import { insertAtCursor } from './cursor.js';
import type { History } from './history.js';
import { type IPlace, type ISituation, placeOf } from './place.js';

export interface IOrder {
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
export interface IDone {
  inserted: Omit<IInserted, 'path'>;
  places: Place[];
}

export function insertInto(notebook: Notebook, history: History, order: IOrder): IDone | Reason {
  const at = situation(notebook, history, order);
  const place = placeOf(order.position, at);
  if (typeof place === 'string') {
    return place;
  }
  const places = carryOut(notebook, place, order.snippet);
  if (typeof places === 'string') {
    return places;
  }
  const isWritten = place.kind === 'cursor';
  activate(notebook, place.index, isWritten ? 'edit' : 'command');
  const cell = notebook.widgets[place.index]!;
  const { group, snippet } = order;
  const insertion = { group, setup: snippet.setup ?? [] };
  history.recordInsertion(notebook, cell, insertion, { isWritten, user: at.user });
  const cell_id = cell.model.sharedModel.getId();
  const position = positionOf(place, order.position);
  const counted = places.length ? { places: places.length } : {};
  return { inserted: { index: place.index, cell_id, position, ...counted }, places };
}

/** What was to change a cell is put below the panel's own, where the user was in that. */
function positionOf({ kind }: IPlace, wanted: Position): Position {
  return kind === 'insert' && wanted !== 'above' ? 'below' : wanted;
}

/**
 * What a notebook has taken from a drag is from then on as what Insert puts there.
 *
 * JupyterLab makes the cell above it active, selects both, and hands that one the focus a little later.
 */
export async function adoptDropped(
  notebook: Notebook,
  history: History,
  { snippet, group, id, user }: IDropped
): Promise<number> {
  await notebook.activeCell?.ready;
  await new Promise(resolve => setTimeout(resolve));
  const index = notebook.widgets.findIndex(cell => cell.model.sharedModel.getId() === id);
  if (index >= 0) {
    asOneStep(notebook.model!.sharedModel, () => undefined); // what follows is another step
    activate(notebook, index, 'command');
    const at = user ? notebook.widgets.indexOf(user) : -1;
    history.recordInsertion(
      notebook,
      notebook.widgets[index]!,
      { group, setup: snippet.setup ?? [] },
      { isWritten: false, user: at > index ? at - 1 : at }
    );
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

function situation(notebook: Notebook, history: History, { host, group }: IOrder): ISituation {
  const { cells } = notebook.model!.sharedModel;
  const indexOf = (cell: Cell | null): number => (cell ? notebook.widgets.indexOf(cell) : -1);
  return {
    length: cells.length,
    user: indexOf(history.userCell(notebook, host)),
    host: indexOf(host),
    isOwn: index => history.isInsertionOf(notebook, group, cells[index]!.getId())
  };
}

function carryOut(notebook: Notebook, place: IPlace, snippet: ISnippetCell): Reason | Place[] {
  const shared = notebook.model!.sharedModel;
  const target = notebook.widgets[place.index];
  const places = snippet.places ?? [];
  switch (place.kind) {
    case 'cursor':
      return insertAtCursor(target!, snippet);
    case 'replace':
      if (target!.model.getMetadata('deletable') === false || isLocked(target!)) {
        return 'locked';
      }
      asOneStep(shared, () => {
        shared.insertCell(place.index, sharedCell(snippet));
        shared.deleteCell(place.index + 1); // after the insertion: a notebook never has no cell
      });
      return places;
    case 'insert':
      asOneStep(shared, () => shared.insertCell(place.index, sharedCell(snippet)));
      return places;
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

function activate(notebook: Notebook, index: number, mode: 'command' | 'edit'): void {
  notebook.deselectAll();
  notebook.mode = 'command';
  notebook.activeCellIndex = index;
  notebook.mode = mode;
}
