/** Keeps heights from jumping: what follows the code and the cards shall not move with every choice. */

import type { Listeners } from '../dom.js';

const CARDS = '.snippet-widget-cards';

const UNFOLDED = '.sw-card-root:not([data-folded], [hidden])';

/** As wide as the panel is where panel.css puts the cards side by side. */
const SIDE_BY_SIDE = 820;

/** Code and cards may grow; they shrink again when the panel gets another width. */
export function keepHeight(panel: Element, listeners: Listeners): void {
  const cards = panel.querySelector<HTMLElement>(CARDS);
  if (!cards) {
    return;
  }
  let [width, card, code] = [0, 0, 0];
  const heights = (selector: string): number[] =>
    [...cards.querySelectorAll<HTMLElement>(selector)].map(each => each.offsetHeight);
  const draw = (): void => {
    const now = cards.clientWidth;
    const isSame = Math.abs(now - width) < 1;
    width = now;
    const isWide = width >= SIDE_BY_SIDE;
    card = isWide ? Math.max(isSame ? card : 0, ...heights(UNFOLDED)) : 0;
    code = isWide ? Math.max(isSame ? code : 0, ...heights(`${UNFOLDED} .sw-code`)) : 0;
    cards.style.setProperty('--sw-card-height', `${card}px`);
    cards.style.setProperty('--sw-code-height', `${code}px`);
  };
  const seen = new WeakSet<Element>();
  const sizes = new ResizeObserver(() => {
    draw();
    for (const each of cards.querySelectorAll('.sw-code')) {
      if (!seen.has(each)) {
        seen.add(each);
        sizes.observe(each);
      }
    }
  });
  sizes.observe(cards);
  listeners.onEnd(() => sizes.disconnect());
}
