/** The selected snippet: the card that was used last in a panel, or the panel's first. */

import { INSERT_BUTTON } from '../protocol.js';

export class SelectedCard {
  /** Watch which card is used. */
  follow(page: Document): void {
    for (const name of ['focusin', 'pointerdown']) {
      page.addEventListener(name, event => this._use(event.composedPath()), { capture: true });
    }
  }

  /** The Insert button of the selected card among some parts of the page; null: no card is there. */
  insertButton(parts: readonly Element[]): HTMLButtonElement | null {
    const buttons = parts.flatMap(part => [
      ...part.querySelectorAll<HTMLButtonElement>(INSERT_BUTTON)
    ]);
    const shown = buttons.filter(button => button.getClientRects().length > 0);
    return shown.find(button => button === this._last) ?? shown[0] ?? null;
  }

  private _use(path: readonly EventTarget[]): void {
    for (const node of path) {
      const own = node instanceof Element ? node.querySelectorAll(INSERT_BUTTON) : [];
      if (own.length > 0) {
        this._last = own.length === 1 ? own[0]! : this._last; // several: it was not a card
        return;
      }
    }
  }

  private _last: Element | null = null;
}
