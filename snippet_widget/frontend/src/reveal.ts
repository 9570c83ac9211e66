/** Brings an inserted cell into view, without taking the panel out of it. */

import type { Notebook } from '@jupyterlab/notebook';

/** How much of the new cell shall be seen at least, in pixels. */
const GLIMPSE = 40;

/**
 * @param button What was clicked, when it is in the notebook itself: it stays in view, so that it can
 * be clicked again.
 */
export async function reveal(notebook: Notebook, index: number, button: Element | null): Promise<void> {
  await nextFrame(); // measuring before the cell is drawn would only delay it
  if (!button) {
    return notebook.scrollToItem(index, 'smart').catch(() => undefined);
  }
  const cell = notebook.widgets[index]?.node;
  const scroller = notebook.outerNode;
  if (cell?.isConnected) {
    scroller.scrollTop += scrollTo(
      cell.getBoundingClientRect(),
      scroller.getBoundingClientRect(),
      button.getBoundingClientRect()
    );
  }
}

interface ISpan {
  top: number;
  bottom: number;
}

/** How far to scroll down (negative: up) for a glimpse of the cell with the button still in view. */
export function scrollTo(cell: ISpan, view: ISpan, button: ISpan): number {
  const glimpse = Math.min(GLIMPSE, cell.bottom - cell.top);
  const down = cell.top + glimpse - view.bottom;
  if (down > 0) {
    return Math.max(0, Math.min(down, button.top - view.top));
  }
  const up = view.top - (cell.bottom - glimpse);
  return up > 0 ? -Math.max(0, Math.min(up, view.bottom - button.bottom)) : 0;
}

function nextFrame(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
}
