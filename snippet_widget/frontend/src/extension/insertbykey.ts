/** Inserts the selected snippet by a key, which may be ahead of the cards that it means. */

import { PANEL, tellComponents } from '../paneldom.js';
import { type IReadyDetail, READY_EVENT } from '../protocol.js';
import type { SelectedCard } from './selectedcard.js';

/** Finds a panel's filter. */
export const FILTER = '.sw-filter';

/** The filter that the user is in; null: none. */
export function focusedFilter(): Element | null {
  return document.activeElement?.closest(FILTER) ?? null;
}

/** At once where the cards are those of the row chosen, else as soon as they are. */
export async function insertByKey(
  selected: SelectedCard,
  button: HTMLButtonElement | null
): Promise<void> {
  const panel = (focusedFilter() ?? button)?.closest(PANEL);
  const ready = panel ? cardsOf(panel) : undefined;
  if (ready) {
    if (!(await ready)) {
      return;
    }
    await new Promise(resolve => setTimeout(resolve)); // the cards are drawn in this turn
  }
  (panel ? selected.insertButton([panel]) : button)?.click();
}

/** When a panel's cards are those of the row chosen; absent: they are. */
function cardsOf(panel: Element): Promise<boolean> | undefined {
  const detail: IReadyDetail = { in_filter: panel.contains(focusedFilter()) };
  tellComponents(panel, new CustomEvent(READY_EVENT, { detail }));
  return detail.result;
}
