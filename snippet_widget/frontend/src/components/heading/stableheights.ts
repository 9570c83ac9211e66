/**
 * Keeps heights from jumping: what follows the code and the cards shall not move with every choice.
 *
 * What is read is read before anything is written: a browser would lay out the page in between.
 */

import type { Listeners } from '../dom.js';
import type { IRoom } from './pointer.js';

const SIDE_BY_SIDE = '.sw-card-root:not([data-foldable], [hidden])';

/** As wide as the panel is where panel.css puts three cards in a line. */
const SIDE_BY_SIDE_FROM_PX = 700;

/** Without a change for so long, heights that nothing needs any more are given up. */
const SHRINK_AFTER_MS = 800;

/** The borders of a card, above and below. */
const BORDERS_PX = 2;

/**
 * Code and cards grow at once, and what they take is kept, cards or none, while room is held. They
 * shrink when it is not, and no endpoint was chosen for a moment.
 */
export class StableHeights implements IRoom {
  private readonly _sizes = new ResizeObserver(() => this._onSizes());
  private readonly _seen = new WeakSet<Element>();
  private _width = 0;
  private _card = 0;
  private _code = 0;
  private _isHeld = false;
  private _timer: ReturnType<typeof setTimeout> | undefined;

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
    this._timer = setTimeout(() => this._isHeld || this._settle(), SHRINK_AFTER_MS);
  }

  hold(): void {
    this._isHeld = true;
    this._keepRoom();
  }

  /** Within the panel, and below it, all stays in its place until another endpoint is chosen. */
  release(left: boolean): void {
    this._isHeld = false;
    if (left) {
      this._settle();
    }
  }

  private _onSizes(): void {
    this._follow();
    const width = this._cards.clientWidth;
    if (Math.abs(width - this._width) >= 1) {
      this._width = width;
      this._settle();
    } else {
      this._grow();
      this.settleSoon();
    }
  }

  /** What stands below the code of a card follows it, so the code comes first. */
  private _grow(): void {
    const code = this._highest(`${SIDE_BY_SIDE} .sw-code`, height);
    this._set(this._card, Math.max(this._code, code));
    const card = this._highest(SIDE_BY_SIDE, height);
    this._set(Math.max(this._card, card), this._code);
    if (this._isHeld) {
      this._keepRoom();
    }
  }

  private _settle(): void {
    this._cards.style.minHeight = '';
    this._set(this._card, this._highest(`${SIDE_BY_SIDE} .sw-code`, height));
    this._set(this._highest(`${SIDE_BY_SIDE} > .sw-card`, neededHeight), this._code);
    if (this._isHeld) {
      this._keepRoom();
    }
  }

  private _keepRoom(): void {
    this._cards.style.minHeight = `${this._cards.offsetHeight}px`;
  }

  /** Cards below each other are as high as each needs. */
  private _highest(selector: string, measure: (node: HTMLElement) => number): number {
    const isWide = this._width >= SIDE_BY_SIDE_FROM_PX;
    const all = isWide ? [...this._cards.querySelectorAll<HTMLElement>(selector)] : [];
    return Math.max(0, ...all.map(measure));
  }

  /** On the elements that use them: all that is in an element gets its style anew. */
  private _set(card: number, code: number): void {
    if (card !== this._card) {
      this._card = card;
      this._write('.sw-card-root', '--sw-card-height', card);
    }
    if (code !== this._code) {
      this._code = code;
      this._write('.sw-frame', '--sw-code-height', code);
    }
  }

  private _write(selector: string, name: string, pixels: number): void {
    for (const node of this._cards.querySelectorAll<HTMLElement>(selector)) {
      node.style.setProperty(name, `${pixels}px`);
    }
  }

  /** A card that has come needs what the others have. */
  private _follow(): void {
    for (const code of this._cards.querySelectorAll('.sw-code')) {
      if (!this._seen.has(code)) {
        this._seen.add(code);
        this._sizes.observe(code);
        this._write('.sw-card-root', '--sw-card-height', this._card);
        this._write('.sw-frame', '--sw-code-height', this._code);
      }
    }
  }
}

function height(node: HTMLElement): number {
  return node.offsetHeight;
}

/** A card's height with nothing to fill: that of its heading, the parts of its body, and the rest. */
function neededHeight(card: HTMLElement): number {
  const parts = [...card.querySelectorAll<HTMLElement>(':scope > :not(.sw-body), .sw-body > *')];
  return parts.reduce((sum, part) => sum + part.offsetHeight, BORDERS_PX);
}
