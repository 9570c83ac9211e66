/** What a call does, in one line; a line that is too short for it is unfolded by click or key. */

import { type Listeners, element } from '../dom.js';
import { isShortcut } from '../finder/keys.js';

export class SummaryLine {
  constructor(listeners: Listeners) {
    listeners.onEnd(() => this._sizes.disconnect());
  }

  /** Return a new element each time: the same one would be seen to move (layout shift). */
  draw(text: string): HTMLElement {
    this._node = element('span', 'sw-endpoint-summary', { textContent: text });
    this._node.addEventListener('click', () => this._toggle());
    this._node.addEventListener('keydown', event => this._onKey(event));
    this._sizes.disconnect();
    this._sizes.observe(this._node);
    return this._node;
  }

  private get _isWhole(): boolean {
    return this._node.getAttribute('aria-expanded') === 'true';
  }

  private _onKey(event: KeyboardEvent): void {
    if (!isShortcut(event) && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      this._toggle();
    }
  }

  private _toggle(): void {
    const isSelecting = window.getSelection()?.isCollapsed === false;
    if (this._node.hasAttribute('aria-expanded') && !isSelecting) {
      this._node.setAttribute('aria-expanded', String(!this._isWhole));
    }
  }

  /** It is a button where there is more of it to see, and after it was used. */
  private _onSize(): void {
    const isCut = this._node.scrollWidth > this._node.clientWidth;
    const isButton = isCut || this._isWhole;
    if (isButton === this._node.hasAttribute('aria-expanded')) {
      return;
    }
    const attributes = { role: 'button', tabindex: '0', 'aria-expanded': 'false' };
    for (const [name, value] of Object.entries(attributes)) {
      if (isButton) {
        this._node.setAttribute(name, value);
      } else {
        this._node.removeAttribute(name);
      }
    }
  }

  private _node = element('span');
  private readonly _sizes = new ResizeObserver(() => this._onSize());
}
