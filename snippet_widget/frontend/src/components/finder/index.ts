/** Filter and list of endpoints. */

import type { AnyModel, RenderProps } from '@anywidget/types';

import { READY_EVENT, isReadyDetail } from '../../protocol.js';
import { Listeners, element, prepareRoot, uniqueId } from '../dom.js';
import './finder.css';
import { isShortcut, target } from './keys.js';
import { type Row, linesOf, matching, tree } from './rows.js';

interface ITraits {
  query: string;
  /** The query that `rows` are of. */
  found: string;
  /** Key of the endpoint chosen; -1: none. */
  chosen: number;
  rows: Row[];
  more: number;
  note: string;
}

/** How far down a list has to be scrolled to show an option; scrollIntoView moves the page too. */
function scrollIntoList(list: HTMLElement, node: HTMLElement): void {
  const above = node.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const top = above - list.clientTop + list.scrollTop;
  if (top < list.scrollTop) {
    list.scrollTop = top - node.offsetHeight; // with what is above it: its group's name, or a row
  } else if (top + node.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + node.offsetHeight - list.clientHeight;
  }
}

/** The row that is highlighted. */
const MARKED = '[aria-selected=true]';

/** Pixels from the end of the list at which the next rows are asked for. */
const AHEAD = 200;

/** Milliseconds until a kernel that has not answered counts as busy. */
const PATIENCE = 350;

/** Milliseconds until the kernel is greeted again, longer each time, and how often at most. */
const [GREETING, GREETINGS] = [60, 12];

/** The kernel has heard "drawn", and whether it will beside a running cell. */
interface IHeard {
  kind: 'heard';
  beside: boolean;
}

/** What the kernel answers to "more": the rows from number `start` on. */
interface IMoreRows {
  kind: 'rows';
  query: string;
  start: number;
  rows: Row[];
}

type IMessage = IHeard | IMoreRows;

class FinderView {
  private readonly _id = uniqueId('list');
  private readonly _filter = element('input', 'sw-filter', {
    id: `${this._id}-filter`,
    type: 'text',
    placeholder: 'Method, path, call or code, or paste a URL',
    autocomplete: 'off',
    spellcheck: false
  });
  private readonly _list = element('div', 'sw-list', { id: this._id, tabIndex: 0 });
  /** Over the list, not in it: a listbox has options and nothing else. */
  private readonly _empty = element('div', 'sw-list-empty');
  private readonly _more = element('div', 'sw-list-note');
  /** The rows in the list, and those of all endpoints as far as they have come. */
  private _shown: Row[] = [];
  /** The query that they are of. */
  private _query = '';
  /** Whether the row chosen is scrolled to: not where it was chosen before the query was typed. */
  private _isFollowed = true;
  /** Whether the user has moved to a row since the query changed. */
  private _hasMoved = false;
  private _known: Row[] = [];
  private _isKnownInPart = true;
  private _isAsking = false;
  /** Whether the list has a place in the page. */
  private _isSeen = false;
  private _isLost = false;
  private _greetings = 0;
  private _greeting: ReturnType<typeof setTimeout> | undefined;
  private _patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly _model: AnyModel<ITraits>,
    private readonly _el: HTMLElement,
    listeners: Listeners
  ) {
    this._assemble();
    this._listen(listeners);
    listeners.draw(_model, ['rows', 'note', 'found', 'more'], () => this._takeRows());
    listeners.draw(_model, ['chosen'], () => this._followChosen());
    listeners.onModel(_model, 'msg:custom', message => this._take(message as IMessage));
    const sizes = new ResizeObserver(() => this._onSize());
    sizes.observe(this._list);
    listeners.onEnd(() => {
      sizes.disconnect();
      clearTimeout(this._patience);
      clearTimeout(this._greeting);
    });
    listeners.onModel(_model, 'comm_live_update', () => this._lose()); // at once
    listeners.onLost(_model, _el, () => this._lose());
    this._greet();
    listeners.draw(_model, ['query'], () => {
      if (this._filter !== document.activeElement) {
        this._filter.value = _model.get('query');
      }
    });
  }

  private _assemble(): void {
    const label = element('label', 'sw-filter-label', {
      textContent: 'Filter endpoints',
      htmlFor: this._filter.id
    });
    this._list.setAttribute('role', 'listbox');
    this._list.setAttribute('aria-label', 'Endpoints');
    this._filter.setAttribute('aria-controls', this._id);
    this._empty.setAttribute('aria-live', 'polite');
    const head = element('div', 'sw-filter-line');
    head.append(label, this._filter);
    const frame = element('div', 'sw-list-frame');
    frame.append(this._list, this._empty);
    this._el.append(head, frame, this._more);
  }

  private _listen(listeners: Listeners): void {
    listeners.on(this._filter, 'input', () => this._sendQuery());
    listeners.on(this._filter, 'keydown', event => this._onFilterKey(event));
    listeners.on(this._list, 'keydown', event => this._onListKey(event));
    listeners.on(this._list, 'scroll', () => this._askForMore());
    listeners.on(this._list, 'click', event => {
      this._choose((event.target as Element).closest<HTMLElement>('[role=option]'));
    });
    listeners.onEvent(this._el, READY_EVENT, event => {
      const { detail } = event as CustomEvent<unknown>;
      if (isReadyDetail(detail)) {
        detail.has_moved = this._hasMoved;
      }
    });
  }

  private _options(): HTMLElement[] {
    return [...this._list.querySelectorAll<HTMLElement>('[role=option]')];
  }

  private _choose(node: HTMLElement | null | undefined): void {
    if (!node || this._isLost) {
      return;
    }
    this._hasMoved = this._query === this._filter.value; // else these rows are of another query
    if (Number(node.dataset['key']) === this._model.get('chosen')) {
      this._model.send({ kind: 'again' }); // the filter may name another of its examples
    } else {
      this._model.set('chosen', Number(node.dataset['key']));
      this._model.save_changes();
    }
  }

  private _sendQuery(): void {
    this._hasMoved = false;
    this._model.set('query', this._filter.value);
    this._model.save_changes();
    clearTimeout(this._patience);
    this._patience = setTimeout(() => this._searchHere(), PATIENCE);
  }

  /** The kernel is busy, or gone: search among what it has sent before. */
  private _searchHere(): void {
    const query = this._filter.value;
    if (this._model.get('found') === query) {
      this._takeRows(); // another query may have been searched for here
      return;
    }
    const rows = matching(this._known, query);
    this._show(rows, query, searchedHere(this._known.length, this._isLost));
    this._empty.textContent = rows.length ? '' : 'None of the endpoints that are here matches.';
  }

  private _onListKey(event: KeyboardEvent): void {
    if (isShortcut(event)) {
      return;
    }
    const all = this._options();
    const at = all.findIndex(node => node.getAttribute('aria-selected') === 'true');
    if (event.key === 'ArrowUp' && at <= 0) {
      this._filter.focus();
      event.preventDefault();
      return;
    }
    const to = target(event.key, all.length, at);
    if (to !== null && all[to]) {
      event.preventDefault();
      this._choose(all[to]);
    }
  }

  private _onFilterKey(event: KeyboardEvent): void {
    if (isShortcut(event)) {
      return;
    }
    const [first] = this._options();
    if (event.key === 'Enter') {
      this._choose(first);
    } else if (event.key === 'ArrowDown' && first) {
      event.preventDefault();
      if (!this._isFollowed || !this._list.querySelector(MARKED)) {
        this._choose(first);
      }
      this._list.focus();
    } else if (event.key === 'Escape' && this._filter.value) {
      event.preventDefault();
      this._filter.value = '';
      this._sendQuery();
    }
  }

  private _takeRows(): void {
    const [rows, query] = [this._model.get('rows'), this._model.get('found')];
    this._know(rows, query);
    this._show(rows, query, '');
    this._drawMore();
    const isEmpty = !rows.length && !query;
    this._empty.textContent = isEmpty ? 'Endpoints appear here.' : this._model.get('note');
    this._el.toggleAttribute('data-empty', isEmpty);
  }

  private _show(rows: readonly Row[], query: string, note: string): void {
    this._isFollowed = !query || (this._isFollowed && query === this._query);
    this._query = query;
    this._shown = [...rows];
    this._list.replaceChildren(...tree(this._id, rows));
    this._list.scrollTop = 0;
    this._more.textContent = note;
    this._isAsking = false;
    this._drawChosen();
    this._disableWhereLost();
  }

  /** A page that is loaded again may begin with a query: until it ends, its rows are all there are. */
  private _know(rows: readonly Row[], query: string): void {
    if (!query || this._isKnownInPart) {
      this._known = [...rows];
      this._isKnownInPart = query !== '';
      if (rows.length) {
        this._el.style.setProperty('--sw-rows', String(linesOf(rows)));
      }
    }
  }

  private get _total(): number {
    return this._model.get('rows').length + this._model.get('more');
  }

  private _askForMore(): void {
    const { scrollTop, scrollHeight, clientHeight } = this._list;
    const isNear = scrollHeight - scrollTop - clientHeight < AHEAD;
    if (isNear && !this._isLost && !this._isAsking && this._shown.length < this._total) {
      this._isAsking = true;
      const query = this._model.get('found');
      this._model.send({ kind: 'more', query, start: this._shown.length });
    }
  }

  /** JupyterLab starts the subshell of widgets when they are made: it may not be there at once. */
  private _greet(): void {
    this._greetings += 1;
    this._model.send({ kind: 'drawn' });
  }

  /** The kernel is gone: what is sent to it would be thrown back. */
  private _lose(): void {
    this._isLost = true;
    clearTimeout(this._greeting);
    this._disableWhereLost();
  }

  /** No kernel follows a choice any more. */
  private _disableWhereLost(): void {
    if (this._isLost) {
      this._options().forEach(node => node.setAttribute('aria-disabled', 'true'));
    }
  }

  private _take(message: IMessage): void {
    if (message.kind === 'rows') {
      this._takeMore(message);
      return;
    }
    this._el.toggleAttribute('data-beside', message.beside);
    if (!message.beside && this._greetings < GREETINGS) {
      this._greeting = setTimeout(() => this._greet(), this._greetings * GREETING);
    }
  }

  /** Rows that come late, for a list that has changed since, are let go. */
  private _takeMore({ query, start, rows }: IMoreRows): void {
    if (query !== this._model.get('found') || start !== this._shown.length) {
      return;
    }
    this._shown.push(...rows);
    this._know(this._shown, query);
    this._list.append(...tree(this._id, rows, this._list.lastElementChild));
    this._isAsking = rows.length === 0; // none came: the list ends here
    this._drawMore();
    this._markChosen();
  }

  private _followChosen(): void {
    this._isFollowed = true;
    this._drawChosen();
  }

  /** Scroll first: where a row is, is not known again before the page is laid out. */
  private _drawChosen(): void {
    const chosen = this._chosenRow();
    if (chosen && this._isFollowed) {
      scrollIntoList(this._list, chosen);
    }
    this._markChosen();
  }

  /** What was drawn ahead of the page, as the row chosen last is, could not be scrolled to. */
  private _onSize(): void {
    const isSeen = this._list.clientHeight > 0;
    if (isSeen && !this._isSeen) {
      this._drawChosen();
    }
    this._isSeen = isSeen;
  }

  private _markChosen(): void {
    const [marked, chosen] = [this._list.querySelector(MARKED), this._chosenRow()];
    if (marked !== chosen) {
      marked?.setAttribute('aria-selected', 'false');
      chosen?.setAttribute('aria-selected', 'true');
    }
    if (chosen) {
      this._list.setAttribute('aria-activedescendant', chosen.id);
    } else {
      this._list.removeAttribute('aria-activedescendant');
    }
  }

  private _chosenRow(): HTMLElement | null {
    return this._list.querySelector(`[data-key="${this._model.get('chosen')}"]`);
  }

  private _drawMore(): void {
    const [shown, total] = [this._shown.length, this._total].map(n => n.toLocaleString('en'));
    this._more.textContent =
      this._shown.length < this._total ? `${shown} of ${total} matches: scroll for the others` : '';
  }
}

function searchedHere(known: number, isLost: boolean): string {
  const where = `found among the ${known.toLocaleString('en')} endpoints that are here.`;
  return `The kernel is ${isLost ? 'gone' : 'busy'}: ${where}`;
}

export function render({ model, el }: RenderProps<ITraits>): () => void {
  const listeners = new Listeners();
  prepareRoot(el, 'sw-finder', listeners);
  new FinderView(model, el, listeners);
  return listeners.end;
}

export default { render };
