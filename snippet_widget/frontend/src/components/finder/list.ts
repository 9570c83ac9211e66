/** The list box: the rows that are in it, and which of them is chosen. */

import type { AnyModel } from '@anywidget/types';

import { type Listeners, element, uniqueId } from '../dom.js';
import { type IRow, appendRows, withoutHeadingsOfFew } from './rows.js';
import type { IFinderTraits } from './traits.js';

/** The row that is highlighted. */
const MARKED = '[aria-selected=true]';

export class EndpointList {
  readonly id = uniqueId('list');
  readonly node = element('div', 'sw-list', { id: this.id, tabIndex: 0 });
  private _rows: IRow[] = [];
  private _query = '';
  private _total = 0;
  /** Whether the row chosen is scrolled to: not where it was chosen before the query was typed. */
  private _isFollowed = true;
  /** Whether the row chosen was scrolled to, and nobody has scrolled away from it since. */
  private _isInSight = false;
  /** As laid out last: none in a hidden panel. */
  private _height = 0;

  constructor(
    private readonly _model: AnyModel<IFinderTraits>,
    listeners: Listeners
  ) {
    this.node.setAttribute('role', 'listbox');
    this.node.setAttribute('aria-label', 'Endpoints');
    const sizes = new ResizeObserver(() => this._onSize());
    sizes.observe(this.node);
    listeners.on(this.node, 'scroll', () => this._onScroll());
    listeners.onEnd(() => sizes.disconnect());
  }

  get rows(): readonly IRow[] {
    return this._rows;
  }

  /** The query that the rows are of. */
  get query(): string {
    return this._query;
  }

  /** How many rows there are, those among them that have not been sent. */
  get total(): number {
    return this._total;
  }

  options(): HTMLElement[] {
    return [...this.node.querySelectorAll<HTMLElement>('[role=option]')];
  }

  show(rows: readonly IRow[], query: string, total: number): void {
    this._isFollowed = !query || (this._isFollowed && query === this._query);
    this._query = query;
    this._rows = [...rows];
    this._total = total;
    const isWhole = !query && this._model.get('more') === 0;
    const set = { listId: this.id, start: 0, total };
    this.node.replaceChildren();
    appendRows(this.node, set, isWhole ? withoutHeadingsOfFew(rows) : rows);
    this.node.scrollTop = 0;
    this._drawChosen();
  }

  /** Rows below those that are there: nothing is scrolled for them. */
  append(rows: readonly IRow[]): void {
    const set = { listId: this.id, start: this._rows.length, total: this._total };
    this._rows.push(...rows);
    appendRows(this.node, set, rows);
    this._markChosen();
  }

  /** Another row was chosen, of what the list shows now. */
  followChosen(): void {
    this._isFollowed = true;
    this._drawChosen();
  }

  /** Whether the row chosen is here, and was chosen of what the list shows. */
  get isChosenHere(): boolean {
    return this._isFollowed && this.node.querySelector(MARKED) !== null;
  }

  disable(): void {
    this.options().forEach(node => node.setAttribute('aria-disabled', 'true'));
  }

  /** Scroll first: where a row is, is not known again before the page is laid out. */
  private _drawChosen(): void {
    const chosen = this._isFollowed ? this._chosenRow() : null;
    if (chosen) {
      scrollIntoList(this.node, chosen);
    }
    this._isInSight = chosen !== null;
    this._markChosen();
  }

  /** What was drawn ahead of the page could not be scrolled to; less room may hide what was. */
  private _onSize(): void {
    const height = this.node.clientHeight;
    if (height > 0 && (this._height === 0 || this._isInSight)) {
      this._drawChosen();
    }
    this._height = height;
  }

  /** What scrolls while the size changes is the page, not a person. */
  private _onScroll(): void {
    if (this.node.clientHeight === this._height) {
      const chosen = this._chosenRow();
      this._isInSight = chosen !== null && isInSight(this.node, chosen);
    }
  }

  private _markChosen(): void {
    const [marked, chosen] = [this.node.querySelector(MARKED), this._chosenRow()];
    if (marked !== chosen) {
      marked?.setAttribute('aria-selected', 'false');
      chosen?.setAttribute('aria-selected', 'true');
    }
    if (chosen) {
      this.node.setAttribute('aria-activedescendant', chosen.id);
    } else {
      this.node.removeAttribute('aria-activedescendant');
    }
  }

  private _chosenRow(): HTMLElement | null {
    return this.node.querySelector(`[data-key="${this._model.get('chosen')}"]`);
  }
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

/** Whether a list shows an option, at least half of it. */
function isInSight(list: HTMLElement, node: HTMLElement): boolean {
  const [row, view] = [node.getBoundingClientRect(), list.getBoundingClientRect()];
  const middle = (row.top + row.bottom) / 2;
  return view.top < middle && middle < view.bottom;
}
