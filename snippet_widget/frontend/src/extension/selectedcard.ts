/** The selected snippet: the card that was used last, else the one with the focus, else the first. */

import { INSERT_BUTTON } from '../protocol.js';

export class SelectedCard {
  private _last: Element | null = null;

  /** Watch which card is used: clicked, or a button of it pressed. Who tabs along uses none. */
  follow(page: Document): void {
    for (const name of ['click', 'pointerdown']) {
      page.addEventListener(name, event => this._use(event.composedPath()), { capture: true });
    }
  }

  /** The Insert button of the selected card among some parts of the page; null: no card is there. */
  insertButton(parts: readonly Element[]): HTMLButtonElement | null {
    const buttons = parts.flatMap(part => [
      ...part.querySelectorAll<HTMLButtonElement>(INSERT_BUTTON)
    ]);
    const shown = buttons.filter(isSeen);
    const focused = buttonAround(ancestors(document.activeElement));
    return (
      shown.find(button => button === this._last) ??
      shown.find(button => button === focused) ??
      shown[0] ??
      null
    );
  }

  private _use(path: readonly EventTarget[]): void {
    this._last = buttonAround(path) ?? this._last;
  }
}

/** Cards of another API than the one that is chosen keep their room, and cannot be used. */
function isSeen(button: HTMLElement): boolean {
  return button.getClientRects().length > 0 && getComputedStyle(button).visibility !== 'hidden';
}

function ancestors(node: Element | null): Element[] {
  return node ? [node, ...ancestors(node.parentElement)] : [];
}

/** The Insert button of the card on a path from a node outwards; null: the path is in no card. */
function buttonAround(path: readonly EventTarget[]): Element | null {
  for (const node of path) {
    const own = node instanceof Element ? node.querySelectorAll(INSERT_BUTTON) : [];
    if (own.length > 0) {
      return own.length === 1 ? own[0]! : null; // several: it is more than a card
    }
  }
  return null;
}
