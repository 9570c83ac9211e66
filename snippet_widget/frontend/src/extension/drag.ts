/** Drags a snippet into a notebook, as its cells are dragged: nothing changes before the drop. */

import { MimeData, UUID } from '@lumino/coreutils';
import { Drag } from '@lumino/dragdrop';

import type { IDragDetail } from '../protocol.js';

/** What JupyterLab's notebooks take (`JUPYTER_CELL_MIME` of @jupyterlab/notebook). */
const CELLS = 'application/vnd.jupyter.cells';

/** Return the id of the cell that a notebook has made of it; null: it was dropped elsewhere. */
export async function startDrag(detail: IDragDetail): Promise<string | null> {
  const { source, cell_type, metadata, client_x, client_y } = detail;
  const mimeData = new MimeData();
  const id = UUID.uuid4(); // by which the new cell is found
  mimeData.setData(CELLS, [{ ...cellOf({ source, cell_type, metadata }), id }]);
  mimeData.setData('text/plain', source);
  const drag = new Drag({
    mimeData,
    dragImage: image(detail.label),
    supportedActions: 'copy-move',
    proposedAction: 'copy'
  });
  return (await drag.start(client_x, client_y)) === 'none' ? null : id;
}

function cellOf(cell: { source: string; cell_type: string; metadata: object }): object {
  return cell.cell_type === 'code' ? { ...cell, outputs: [], execution_count: null } : cell;
}

function image(label: string): HTMLElement {
  const node = document.createElement('div');
  node.className = 'snippet-widget-DragImage';
  node.textContent = label;
  return node;
}
