/** Keeps the cards from moving under the pointer: another endpoint's heading has the same room. */

import type { Listeners } from '../dom.js';

/** Above and below the heading, as in heading.css. */
const PADDING_PX = 5;

/** While the pointer is over the panel, a title gets no more room, and no less; its tooltip is whole. */
export class HeadingRoom {
  private readonly _sizes = new ResizeObserver(() => this._onSize());
  private _isOver = false;
  private _width = 0;

  constructor(
    panel: HTMLElement,
    private readonly _about: HTMLElement,
    private readonly _title: HTMLElement,
    listeners: Listeners
  ) {
    listeners.on(panel, 'pointerenter', () => this._hold());
    listeners.on(panel, 'pointerleave', () => {
      this._isOver = false;
      this._release();
    });
    // A summary is unfolded by who wants to see it.
    listeners.on(_about, 'click', () => this._measure());
    this._sizes.observe(_about);
    listeners.onEnd(() => this._sizes.disconnect());
  }

  private _hold(): void {
    this._isOver = true;
    this._keep();
  }

  private _onSize(): void {
    const { offsetWidth } = this._about;
    if (offsetWidth !== this._width) {
      this._width = offsetWidth;
      this._measure();
    } else if (this._isOver) {
      this._keep(); // what is said of cards that wait may take more
    }
  }

  private _measure(): void {
    this._release();
    if (this._isOver) {
      this._keep();
    }
  }

  private _keep(): void {
    const { offsetHeight } = this._about;
    this._about.style.minHeight = `${offsetHeight}px`;
    this._title.style.maxHeight = `${offsetHeight - PADDING_PX}px`;
  }

  private _release(): void {
    this._about.style.minHeight = this._title.style.maxHeight = '';
  }
}
