/** What a call does, in one line; a line that is too short for it is unfolded by click or key. */

import { type Listeners, element } from '../dom.js';

export class SummaryLine {
  private _node = element('span');
  private readonly _more = element('button', 'sw-endpoint-more', { type: 'button' });
  private readonly _sizes = new ResizeObserver(() => this._onSize());

  constructor(listeners: Listeners) {
    listeners.onEnd(() => this._sizes.disconnect());
  }

  /** Return a new element each time: the same one would be seen to move (layout shift). */
  draw(text: string): HTMLElement {
    this._node = element('span', 'sw-endpoint-summary', { textContent: text });
    this._node.addEventListener('click', () => this._toggle());
    this._more.setAttribute('aria-label', 'Whole summary');
    this._show(false, false);
    this._node.append(this._more);
    this._sizes.disconnect();
    this._sizes.observe(this._node);
    return this._node;
  }

  private get _isWhole(): boolean {
    return this._node.hasAttribute('data-whole');
  }

  private _toggle(): void {
    const isSelecting = window.getSelection()?.isCollapsed === false;
    if (!this._more.hidden && !isSelecting) {
      this._show(true, !this._isWhole);
    }
  }

  /** There is a button where there is more of it to see, and after it was used. */
  private _onSize(): void {
    const isCut = this._node.scrollWidth > this._node.clientWidth;
    this._show(isCut || this._isWhole, this._isWhole);
  }

  private _show(hasButton: boolean, isWhole: boolean): void {
    this._more.hidden = !hasButton;
    this._more.setAttribute('aria-expanded', String(isWhole));
    this._node.toggleAttribute('data-cut', hasButton);
    this._node.toggleAttribute('data-whole', isWhole);
  }
}
