/** Keeps the cards from moving under the pointer: another endpoint's heading has the same room. */

import type { Listeners } from '../dom.js';
import type { IRoom } from './pointer.js';

/** Above and below the heading, as in heading.css. */
const PADDING_PX = 5;

/** While room is held, a title gets no more, and no less; its tooltip is whole. */
export class HeadingRoom implements IRoom {
  private readonly _sizes = new ResizeObserver(() => this._onSize());
  private _isHeld = false;
  private _width = 0;

  constructor(
    private readonly _about: HTMLElement,
    private readonly _title: HTMLElement,
    listeners: Listeners
  ) {
    // A summary is unfolded by who wants to see it.
    listeners.on(_about, 'click', () => this._measure());
    this._sizes.observe(_about);
    listeners.onEnd(() => this._sizes.disconnect());
  }

  hold(): void {
    this._isHeld = true;
    this._keep();
  }

  release(): void {
    this._isHeld = false;
    this._free();
  }

  private _onSize(): void {
    const { offsetWidth } = this._about;
    if (offsetWidth !== this._width) {
      this._width = offsetWidth;
      this._measure();
    } else if (this._isHeld) {
      this._keep(); // what is said of cards that wait may take more
    }
  }

  private _measure(): void {
    this._free();
    if (this._isHeld) {
      this._keep();
    }
  }

  private _keep(): void {
    const { offsetHeight } = this._about;
    this._about.style.minHeight = `${offsetHeight}px`;
    this._title.style.maxHeight = `${offsetHeight - PADDING_PX}px`;
  }

  private _free(): void {
    this._about.style.minHeight = this._title.style.maxHeight = '';
  }
}
