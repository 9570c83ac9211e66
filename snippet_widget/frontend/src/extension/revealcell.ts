/** Brings an inserted cell into view: whole where it fits, else from its first line on. */

import type { Notebook, NotebookPanel } from '@jupyterlab/notebook';

import { isSeen } from '../scrolling.js';

/** Frames until the editor of a new cell has its height. */
const FRAMES = 3;

/** Hand the focus to the notebook, where Shift+Enter runs the new cell; then show the cell. */
export async function focusAndReveal(panel: NotebookPanel, index: number): Promise<void> {
  focusActiveCell(panel.content);
  await nextFrame(); // measuring before the cell is drawn would only delay it
  for (let frame = 0; frame < FRAMES && !panel.isDisposed; frame++) {
    await show(panel.content, index);
    await nextFrame();
  }
}

/** Hand the focus back to the active cell, and show it; a long one stays as it is while it is seen. */
export async function returnFocus(panel: NotebookPanel): Promise<void> {
  const { activeCell, activeCellIndex, outerNode } = panel.content;
  const isLong = activeCell !== null && activeCell.node.offsetHeight > outerNode.clientHeight;
  if (isLong && isSeen(activeCell.node)) {
    focusActiveCell(panel.content);
  } else {
    await focusAndReveal(panel, activeCellIndex);
  }
}

/**
 * Now: JupyterLab activates a notebook a moment later, leaves the focus where it is in an output, and
 * ends edit mode where it is in none of the notebook's cells.
 */
export function focusActiveCell(notebook: Notebook): void {
  const { activeCell, mode } = notebook;
  notebook.activate();
  if (mode === 'edit') {
    activeCell?.editor?.focus();
  } else if (document.activeElement !== activeCell?.node) {
    activeCell?.node.focus({ preventScroll: true });
  }
}

async function show(notebook: Notebook, index: number): Promise<void> {
  const node = notebook.widgets[index]?.node;
  if (!node?.isConnected) {
    return notebook.scrollToItem(index, 'smart').catch(() => undefined);
  }
  const scroller = notebook.outerNode;
  const distance = scrollDistance(node.getBoundingClientRect(), scroller.getBoundingClientRect());
  if (Math.abs(distance) >= 1) {
    scroller.scrollTop += distance;
  }
}

interface ISpan {
  top: number;
  bottom: number;
}

/** How far to scroll down (negative: up) until the cell is seen. */
export function scrollDistance(cell: ISpan, view: ISpan): number {
  const fits = cell.bottom - cell.top <= view.bottom - view.top;
  if (!fits || cell.top < view.top) {
    return cell.top - view.top;
  }
  return Math.max(0, cell.bottom - view.bottom);
}

function nextFrame(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
}
