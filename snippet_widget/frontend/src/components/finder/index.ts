/** Filter and list of endpoints. */

import type { AnyModel, RenderProps } from '@anywidget/types';

import {
  type IPanelChoiceDetail,
  PANEL_CHOICE_EVENT,
  READY_EVENT,
  isReadyDetail
} from '../../protocol.js';
import { Listeners, element, prepareRoot } from '../dom.js';
import { TransientMessage } from '../transientmessage.js';
import './finder.css';
import { SubshellHandshake } from './subshellhandshake.js';
import { isShortcut, navigationTarget } from './listnavigation.js';
import { EndpointList } from './list.js';
import { LocalSearch } from './localsearch.js';
import { type IRow, linesOf, rowOf, withoutHeadingsOfFew } from './rows.js';
import type { FromKernel, IFinderTraits, IMoreRows, ToKernel } from './traits.js';

/** From the end of the list, in pixels: the next rows are asked for before they are needed. */
const PREFETCH_PX = 200;

class FinderView {
  private readonly _list: EndpointList;
  private readonly _filter: HTMLInputElement;
  /** Over the list, not in it: a listbox has options and nothing else. */
  private readonly _empty = element('div', 'sw-list-empty');
  /** Below the list: how many rows it does not have, or where they were searched. */
  private readonly _note = element('div', 'sw-list-note');
  /** Over the end of the list, so that nothing moves: what came of a key pressed here. */
  private readonly _said = element('div', 'sw-list-said');
  private readonly _message = new TransientMessage(this._said);
  private readonly _handshake = new SubshellHandshake(() => this._send({ kind: 'ping' }));
  private readonly _localSearch = new LocalSearch(() => this._searchHere());
  /** Whether the user has moved to a row since the query changed. */
  private _hasMoved = false;
  /** Whether the kernel was asked for the rows that follow. */
  private _isAsking = false;
  /** Whether the last row is chosen as soon as it is here. */
  private _isGoingToEnd = false;
  /** Whether the kernel is gone. */
  private _isDisconnected = false;

  constructor(
    private readonly _model: AnyModel<IFinderTraits>,
    private readonly _el: HTMLElement,
    listeners: Listeners
  ) {
    this._list = new EndpointList(_model, listeners);
    this._filter = filterField(this._list.id);
    this._assemble();
    this._listen(listeners);
    listeners.draw(_model, ['rows', 'note', 'found', 'more'], () => this._takeRows());
    listeners.draw(_model, ['chosen'], () => this._list.followChosen());
    listeners.onModel(_model, 'msg:custom', message => this._take(message as FromKernel));
    listeners.onModel(_model, 'comm_live_update', () => this._disconnect()); // at once
    listeners.onDisconnect(_model, _el, () => this._disconnect());
    listeners.onEnd(() => {
      this._localSearch.end();
      this._handshake.end();
    });
    this._handshake.start();
    listeners.draw(_model, ['query'], () => this._drawQuery());
    listeners.draw(_model, ['panel_choice'], () => this._tellPanelChoice());
  }

  private _assemble(): void {
    const label = element('label', 'sw-filter-label', {
      textContent: 'Filter endpoints',
      htmlFor: this._filter.id
    });
    this._empty.setAttribute('aria-live', 'polite');
    this._said.setAttribute('aria-live', 'polite');
    const head = element('div', 'sw-filter-line');
    head.append(label, this._filter);
    const frame = element('div', 'sw-list-frame');
    frame.append(this._list.node, this._empty, this._said);
    this._el.append(head, frame, this._note);
  }

  private _listen(listeners: Listeners): void {
    const list = this._list.node;
    listeners.on(this._filter, 'input', () => this._sendQuery());
    listeners.on(this._filter, 'keydown', event => this._onFilterKey(event));
    listeners.on(list, 'keydown', event => this._onListKey(event));
    listeners.on(list, 'scroll', () => this._askForMore());
    listeners.on(list, 'click', event => {
      this._choose((event.target as Element).closest<HTMLElement>('[role=option]'));
    });
    listeners.onEvent(this._el, READY_EVENT, event => {
      const { detail } = event as CustomEvent<unknown>;
      if (isReadyDetail(detail)) {
        detail.has_moved = this._hasMoved;
        detail.message = this._el.contains(document.activeElement) ? this._message : undefined;
      }
    });
  }

  private _send(message: ToKernel): void {
    this._model.send(message);
  }

  private _choose(node: HTMLElement | null | undefined): void {
    if (!node || this._isDisconnected) {
      return;
    }
    this._isGoingToEnd = false;
    this._hasMoved = this._list.query === this._filter.value; // else these rows are of another query
    if (Number(node.dataset['key']) === this._model.get('chosen')) {
      this._send({ kind: 'reselect' });
    } else {
      this._model.set('chosen', Number(node.dataset['key']));
      this._model.save_changes();
    }
  }

  private _sendQuery(): void {
    this._hasMoved = false;
    this._message.say('');
    this._model.set('query', this._filter.value);
    this._model.save_changes();
    this._localSearch.awaitKernel();
  }

  /** The kernel is busy, or gone: search among what it has sent before. */
  private _searchHere(): void {
    const query = this._filter.value;
    if (this._model.get('found') === query) {
      this._takeRows(); // another query may have been searched for here
      return;
    }
    const rows = this._localSearch.find(query);
    this._show(
      rows,
      query,
      rows.length,
      searchedHere(this._localSearch.size, this._isDisconnected)
    );
    this._empty.textContent = rows.length ? '' : 'None of the loaded endpoints matches.';
  }

  private _onListKey(event: KeyboardEvent): void {
    if (isShortcut(event)) {
      return;
    }
    const all = this._list.options();
    const at = all.findIndex(node => node.getAttribute('aria-selected') === 'true');
    if (event.key === 'ArrowUp' && at <= 0) {
      this._filter.focus();
      event.preventDefault();
      return;
    }
    if (event.key === 'End' && this._isPartial) {
      event.preventDefault();
      this._goToEnd();
      return;
    }
    const to = navigationTarget(event.key, all.length, at);
    if (to !== null && all[to]) {
      event.preventDefault();
      this._choose(all[to]);
    }
  }

  private _onFilterKey(event: KeyboardEvent): void {
    if (isShortcut(event)) {
      return;
    }
    const [first] = this._list.options();
    if (event.key === 'Enter') {
      this._choose(first);
    } else if (event.key === 'ArrowDown' && first) {
      event.preventDefault();
      if (!this._list.isChosenHere) {
        this._choose(first);
      }
      this._list.node.focus();
    } else if (event.key === 'Escape' && this._filter.value) {
      event.preventDefault();
      this._filter.value = '';
      this._sendQuery();
    }
  }

  /** What somebody is typing is ahead of what the kernel knows. */
  private _drawQuery(): void {
    if (this._filter !== document.activeElement) {
      this._filter.value = this._model.get('query');
    }
  }

  /** The docked panel keeps it for the notebook's next kernel. */
  private _tellPanelChoice(): void {
    const choice = this._model.get('panel_choice') ?? {};
    if (Object.keys(choice).length) {
      const init: CustomEventInit<IPanelChoiceDetail> = {
        bubbles: true,
        composed: true,
        detail: { choice }
      };
      this._el.dispatchEvent(new CustomEvent(PANEL_CHOICE_EVENT, init));
    }
  }

  private _takeRows(): void {
    const [rows, query] = [this._model.get('rows').map(rowOf), this._model.get('found')];
    this._localSearch.learn(rows, query);
    this._show(rows, query, rows.length + this._model.get('more'), '');
    this._drawMore();
    const isEmpty = !rows.length && !query;
    this._empty.textContent = isEmpty ? 'Endpoints appear here.' : this._model.get('note');
    this._el.toggleAttribute('data-empty', isEmpty);
  }

  private _show(rows: readonly IRow[], query: string, total: number, note: string): void {
    this._note.textContent = note;
    this._isAsking = this._isGoingToEnd = false;
    this._list.show(rows, query, total);
    this._el.style.setProperty(
      '--sw-rows',
      String(linesOf(query ? rows : withoutHeadingsOfFew(rows)))
    );
    if (this._isDisconnected) {
      this._list.disable();
    }
  }

  /** Whether the kernel has other rows, and sends them. */
  private get _isPartial(): boolean {
    return !this._isDisconnected && this._list.rows.length < this._list.total;
  }

  private _askForMore(): void {
    const { scrollTop, scrollHeight, clientHeight } = this._list.node;
    const isNear = scrollHeight - scrollTop - clientHeight < PREFETCH_PX;
    if (isNear && !this._isAsking && this._isPartial) {
      this._isAsking = true;
      const start = this._list.rows.length;
      this._send({ kind: 'more', query: this._model.get('found'), start });
    }
  }

  private _goToEnd(): void {
    this._isAsking = this._isGoingToEnd = true;
    const { rows, total } = this._list;
    const [start, count] = [rows.length, total - rows.length];
    this._send({ kind: 'more', query: this._model.get('found'), start, count });
  }

  /** The kernel is gone: it follows no choice, and what is sent to it would be thrown back. */
  private _disconnect(): void {
    this._isDisconnected = true;
    this._handshake.end();
    this._list.disable();
  }

  private _take(message: FromKernel): void {
    if (message.kind === 'rows') {
      this._takeMore(message);
    } else {
      this._tellPanelChoice(); // drawn, it was not in the page yet
      this._el.toggleAttribute('data-subshell', message.subshell);
      this._handshake.onPong(message);
    }
  }

  /** Rows that come late, for a list that has changed since, are let go; so are those that are here. */
  private _takeMore({ query, start, rows }: IMoreRows): void {
    const known = this._list.rows.length - start;
    if (query !== this._model.get('found') || known < 0) {
      return;
    }
    this._list.append(rows.slice(known).map(rowOf));
    this._localSearch.learn(this._list.rows, query);
    this._isAsking = rows.length === 0; // none came: the list ends here
    this._drawMore();
    if (this._isGoingToEnd && (this._isAsking || !this._isPartial)) {
      this._choose(this._list.options().at(-1));
    }
  }

  private _drawMore(): void {
    const counts = [this._list.rows.length, this._list.total];
    const [shown, total] = counts.map(count => count.toLocaleString('en'));
    const what = this._list.query ? 'matches' : 'endpoints';
    this._note.textContent =
      counts[0]! < counts[1]! ? `${shown} of ${total} ${what}: scroll for the others` : '';
  }
}

function filterField(listId: string): HTMLInputElement {
  const field = element('input', 'sw-filter', {
    id: `${listId}-filter`,
    type: 'text',
    placeholder: 'Method, path, call or code, or paste a URL',
    autocomplete: 'off',
    spellcheck: false
  });
  field.setAttribute('aria-controls', listId);
  return field;
}

function searchedHere(known: number, isDisconnected: boolean): string {
  const loaded =
    known === 1 ? 'loaded endpoint was' : `${known.toLocaleString('en')} loaded endpoints were`;
  const where = `only the ${loaded} searched.`;
  return `The kernel is ${isDisconnected ? 'gone' : 'busy'}: ${where}`;
}

function render({ model, el }: RenderProps<IFinderTraits>): () => void {
  const listeners = new Listeners();
  prepareRoot(el, 'sw-finder', listeners);
  new FinderView(model, el, listeners);
  return listeners.end;
}

export default { render };
