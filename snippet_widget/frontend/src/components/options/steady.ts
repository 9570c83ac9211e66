/** Keeps the cards' height from jumping: what follows them shall not move with every choice. */

import type { Listeners } from '../dom.js';

const CARDS = '.snippet-widget-cards';

const UNFOLDED = '.sw-card-root:not([data-folded], [hidden])';

/** As wide as the panel is where panel.css puts the cards side by side. */
const SIDE_BY_SIDE = 820;

/** The cards may grow; they shrink again when the panel gets another width. */
export function keepHeight(panel: Element, listeners: Listeners): void {
  const cards = panel.querySelector<HTMLElement>(CARDS);
  if (!cards) {
    return;
  }
  let [width, height] = [0, 0];
  const observer = new ResizeObserver(([entry]) => {
    const now = entry?.contentRect.width ?? 0;
    height = Math.abs(now - width) < 1 ? height : 0;
    width = now;
    const heights = [...cards.querySelectorAll<HTMLElement>(UNFOLDED)].map(
      card => card.offsetHeight
    );
    height = width < SIDE_BY_SIDE ? 0 : Math.max(height, ...heights);
    cards.style.setProperty('--sw-card-height', `${height}px`);
  });
  observer.observe(cards);
  listeners.onEnd(() => observer.disconnect());
}
