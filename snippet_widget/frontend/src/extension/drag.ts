/** Drags a snippet into a notebook, as its cells are dragged: nothing changes before the drop. */

import { MimeData } from '@lumino/coreutils';
import { Drag } from '@lumino/dragdrop';

import type { IDragDetail } from '../protocol.js';

/** What JupyterLab's notebooks take (`JUPYTER_CELL_MIME` of @jupyterlab/notebook). */
const CELLS = 'application/vnd.jupyter.cells';

export function startDrag(detail: IDragDetail): void {
  const { source, cell_type, metadata, client_x, client_y } = detail;
  const mimeData = new MimeData();
  mimeData.setData(CELLS, [cellOf({ source, cell_type, metadata })]);
  mimeData.setData('text/plain', source);
  const drag = new Drag({
    mimeData,
    dragImage: image(detail.label),
    supportedActions: 'copy-move',
    proposedAction: 'copy'
  });
  void drag.start(client_x, client_y);
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
