/** Who inserts by a key may be ahead of the cards: it waits until they are those of the row chosen. */

import type { AnyModel } from '@anywidget/types';

import { isDisconnected } from '../../paneldom.js';
import type { IMessageLine, IReadyDetail } from '../../protocol.js';
import { operationOf, rowOf } from '../finder/rows.js';
import type { IFinderTraits } from '../finder/traits.js';
import { TransientMessage } from '../transientmessage.js';
import type { ITraits } from './traits.js';

/** Until it is said that something is awaited. */
const SLOW_AFTER_MS = 1_000;

/** Until nothing is inserted any more: who pressed the key is at something else by then. */
const GIVE_UP_AFTER_MS = 20_000;

const GONE = 'The kernel of this panel is gone. Click Insert on a card to insert what it shows.';

interface IPending {
  /** The endpoint to insert; null: the filter's first match, which is not known yet. */
  key: number | null;
  resolve: (isReady: boolean) => void;
}

export class PendingInsert {
  private _pending: IPending | null = null;
  /** Above the cards. */
  private readonly _own = new TransientMessage(this._line);
  /** Where the user looks: there, or at the filter. */
  private _message: IMessageLine = this._own;
  private _timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly _model: AnyModel<ITraits>,
    private readonly _finder: AnyModel<IFinderTraits>,
    private readonly _el: HTMLElement,
    private readonly _line: HTMLElement
  ) {}

  /** The key was pressed: nothing is to wait for, or it is inserted once, when that has come. */
  answer(detail: IReadyDetail): void {
    if (this._pending) {
      detail.result = Promise.resolve(false);
      return;
    }
    this._message.say('');
    this._message = detail.message ?? this._own;
    const isFiltered = detail.in_filter && this._finder.get('query').trim() !== '';
    if (isDisconnected(this._el) && !isFiltered) {
      return; // no choice is followed any more: the cards are what is meant
    }
    const isMatch = isFiltered && detail.has_moved !== true;
    const result = new Promise<boolean>(resolve => {
      this._pending = { key: isMatch ? null : this._finder.get('chosen'), resolve };
    });
    this._timers = [
      setTimeout(() => this._saySlow(), SLOW_AFTER_MS),
      setTimeout(
        () =>
          this._fail(
            `${this._label} was not inserted: its snippets did not arrive in time. Try again.`
          ),
        GIVE_UP_AFTER_MS
      )
    ];
    if (this.update() !== true) {
      detail.result = result;
    }
  }

  /** Whether what is awaited has come; null: it will not, or nothing is awaited. */
  update(): boolean | null {
    if (!this._pending) {
      return null;
    }
    if (isDisconnected(this._el)) {
      return this._fail(GONE);
    }
    this._pending.key ??= this._match();
    const { key } = this._pending;
    if (key === null) {
      return this._hasNoMatch ? this._fail('No endpoint matches: nothing was inserted.') : false;
    }
    if (key !== this._finder.get('chosen')) {
      return this._fail(`${this._label} was not inserted: another endpoint was chosen.`);
    }
    const isReady = key < 0 || key === this._model.get('endpoint').key;
    if (isReady) {
      this._end(true);
    }
    return isReady;
  }

  end(): void {
    this._end(false);
  }

  /** Choose the first match; null: matches of what was typed are not there. */
  private _match(): number | null {
    const [first] = this._finder.get('rows');
    if (!this._isFound || !first) {
      return null;
    }
    const { key } = rowOf(first);
    if (key !== this._finder.get('chosen')) {
      this._finder.set('chosen', key);
      this._finder.save_changes();
    }
    return key;
  }

  private _saySlow(): void {
    this._message.keep(`${this._label} is inserted as soon as its snippets arrive.`);
  }

  private _fail(message: string): null {
    this._end(false, message);
    return null;
  }

  private _end(isReady: boolean, message = ''): void {
    this._timers.forEach(clearTimeout);
    this._pending?.resolve(isReady);
    this._pending = null;
    this._message.say(message);
  }

  private get _isFound(): boolean {
    return this._finder.get('found') === this._finder.get('query');
  }

  private get _hasNoMatch(): boolean {
    return this._isFound && this._finder.get('rows').length === 0;
  }

  private get _label(): string {
    if (this._pending?.key === null) {
      return 'The first match';
    }
    return operationOf(this._finder.get('rows'), this._pending?.key) || 'The endpoint chosen';
  }
}
