/** Says while the cards are still those of another endpoint than the one that is highlighted. */

import type { AnyModel } from '@anywidget/types';

import { isDisconnected, panelAround } from '../../paneldom.js';
import { type IUndeliveredDetail, UNDELIVERED_EVENT } from '../../protocol.js';
import { operationOf } from '../finder/rows.js';
import type { IFinderTraits } from '../finder/traits.js';
import type { ITraits } from './traits.js';

/** Most cards are there by then: what comes and goes within it would only flicker. */
const WAITING_AFTER_MS = 250;

export class StaleCardsNotice {
  private _timer: ReturnType<typeof setTimeout> | undefined;
  private _isShown = false;

  constructor(
    private readonly _model: AnyModel<ITraits>,
    private readonly _finder: AnyModel<IFinderTraits>,
    private readonly _el: HTMLElement,
    private readonly _line: HTMLElement
  ) {}

  update(): void {
    if (isDisconnected(this._el)) {
      this._keepToCards();
    }
    const chosen = this._finder.get('chosen');
    const isWaiting = chosen >= 0 && chosen !== this._model.get('endpoint').key;
    if (!isWaiting) {
      this._stop();
    } else if (this._isShown) {
      this._show();
    } else {
      this._timer ??= setTimeout(() => this._show(), WAITING_AFTER_MS);
    }
  }

  end(): void {
    clearTimeout(this._timer);
  }

  private _stop(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    this._isShown = false;
    this._line.textContent = '';
    this._panel?.removeAttribute('data-waiting');
  }

  private _show(): void {
    this._isShown = true;
    this._line.textContent = staleCardsText(
      this._model.get('endpoint'),
      this._labelOf(this._finder.get('chosen')),
      this._model.get('asked') === this._finder.get('chosen')
    );
    this._line.title = this._line.textContent; // a long one is cut
    this._panel?.setAttribute('data-waiting', '');
  }

  /** No kernel follows a choice any more: what is highlighted stays what the cards are of. */
  private _keepToCards(): void {
    const { key } = this._model.get('endpoint');
    const chosen = this._finder.get('chosen');
    if (key >= 0 && chosen !== key) {
      const detail: IUndeliveredDetail = { operation: this._operationOf(chosen) };
      this._finder.set('chosen', key);
      const init = { bubbles: true, composed: true, detail };
      this._el.dispatchEvent(new CustomEvent(UNDELIVERED_EVENT, init));
    }
  }

  private _labelOf(key: number): string {
    return this._operationOf(key) || 'The endpoint chosen';
  }

  /** Method and path; '' where the list does not have it. */
  private _operationOf(key: number): string {
    return operationOf(this._finder.get('rows'), key);
  }

  private get _panel(): Element | null {
    return panelAround(this._el);
  }
}

/**
 * @param isAsked Whether the kernel knows of the choice: then it is the service that is awaited.
 */
export function staleCardsText(
  { key, method, path }: ITraits['endpoint'],
  chosen: string,
  isAsked: boolean
): string {
  const reason = isAsked ? 'as soon as the service answers' : 'as soon as the kernel is free';
  const shown = key < 0 ? '' : `Still the snippets of ${method} ${path}. `;
  return `${shown}${chosen} follows ${reason}.`;
}
