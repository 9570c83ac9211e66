/** Keeps heights from jumping: what follows the code and the cards shall not move with every choice. */

import type { Listeners } from '../dom.js';

const SIDE_BY_SIDE = '.sw-card-root:not([data-foldable], [hidden])';

/** As wide as the panel is where panel.css puts three of them in a line. */
const WIDE = 700;

/** Milliseconds without a change after which heights that nothing needs any more are given up. */
const REST = 800;

/** Code and cards grow at once; they shrink when no endpoint was chosen for a moment. */
export class SteadyHeights {
  constructor(
    private readonly _cards: HTMLElement,
    listeners: Listeners
  ) {
    this._sizes.observe(_cards);
    listeners.onFold(_cards, () => this._settle());
    listeners.onEnd(() => {
      this._sizes.disconnect();
      clearTimeout(this._timer);
    });
  }

  /** Other cards have come: look again when no more do. */
  settleSoon(): void {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._settle(), REST);
  }

  private _settle(): void {
    this._set(0, 0);
    this._grow();
  }

  private _grow(): void {
    const isWide = this._cards.clientWidth >= WIDE;
    const code = isWide ? this._highest(`${SIDE_BY_SIDE} .sw-code`) : 0;
    this._set(this._card, Math.max(this._code, code));
    const card = isWide ? this._highest(SIDE_BY_SIDE) : 0; // with code of that height
    this._set(Math.max(this._card, card), this._code);
  }

  private _highest(selector: string): number {
    const all = [...this._cards.querySelectorAll<HTMLElement>(selector)];
    return Math.max(0, ...all.map(each => each.offsetHeight));
  }

  private _set(card: number, code: number): void {
    [this._card, this._code] = [card, code];
    this._cards.style.setProperty('--sw-card-height', `${card}px`);
    this._cards.style.setProperty('--sw-code-height', `${code}px`);
  }

  private _onSizes(): void {
    const width = this._cards.clientWidth;
    if (Math.abs(width - this._width) >= 1) {
      this._width = width;
      this._settle();
    } else {
      this._grow();
      this.settleSoon();
    }
    for (const code of this._cards.querySelectorAll('.sw-code')) {
      if (!this._seen.has(code)) {
        this._seen.add(code);
        this._sizes.observe(code);
      }
    }
  }

  private readonly _sizes = new ResizeObserver(() => this._onSizes());
  private readonly _seen = new WeakSet<Element>();
  private _width = 0;
  private _card = 0;
  private _code = 0;
  private _timer: ReturnType<typeof setTimeout> | undefined;
}
