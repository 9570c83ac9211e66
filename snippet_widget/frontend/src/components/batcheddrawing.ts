/**
 * Heading and cards of a panel change in one step.
 *
 * They come one by one, with frames drawn between. The kernel numbers its drawings and sends the heading
 * last: until it has come, cards of its number stay as they are.
 */

import { panelAround } from '../paneldom.js';
import type { Listeners } from './dom.js';

/** Raised in a panel when its heading is drawn. */
const DRAWN = 'snippet-widget:drawn';

/** A card waits for its heading no longer: on a machine under load it may come seconds after the cards. */
const HEADING_TIMEOUT_MS = 3_000;

/** The heading is drawn: cards of this drawing follow at once. */
export function commitDrawing(heading: HTMLElement, drawing: number): void {
  const panel = panelAround(heading);
  if (panel) {
    panel.dataset['drawing'] = String(drawing);
    panel.dispatchEvent(new Event(DRAWN));
  }
}

/** Draws a card when its heading is drawn. */
export class BatchedDrawing {
  private _drawing = 0;
  private _panel: HTMLElement | null = null;
  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly _el: HTMLElement,
    private readonly _listeners: Listeners,
    private readonly _draw: () => void
  ) {
    _listeners.onEnd(() => clearTimeout(this._timer));
  }

  /** The card has changed: draw it, now or with the heading of this drawing. */
  draw(drawing: number): void {
    this._drawing = drawing;
    const panel = panelAround(this._el);
    if (!panel || !isAhead(panel, drawing)) {
      this._drawNow();
    } else if (this._timer === undefined) {
      this._follow(panel);
      this._timer = setTimeout(() => this._drawNow(), HEADING_TIMEOUT_MS);
    }
  }

  private _follow(panel: HTMLElement): void {
    if (this._panel !== panel) {
      this._panel = panel;
      this._listeners.onEvent(panel, DRAWN, () => {
        if (this._timer !== undefined && !isAhead(panel, this._drawing)) {
          this._drawNow();
        }
      });
    }
  }

  private _drawNow(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    this._draw();
  }
}

/** A panel without a heading has nothing to wait for. */
function isAhead(panel: HTMLElement, drawing: number): boolean {
  const { drawing: drawn } = panel.dataset;
  return drawn !== undefined && Number(drawn) < drawing;
}
