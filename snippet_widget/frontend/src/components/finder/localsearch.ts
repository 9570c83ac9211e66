/** Searches among the rows that the kernel has sent before, while it does not answer. */

import type { IRow } from './rows.js';

/** A kernel that has not answered by then counts as busy. */
const BUSY_AFTER_MS = 350;

export class LocalSearch {
  /** The rows of all endpoints, as far as they have come. */
  private _known: readonly IRow[] = [];
  private _isKnownInPart = true;
  private _timer: ReturnType<typeof setTimeout> | undefined;

  /** @param _onBusy Called when the kernel has not answered a query for long. */
  constructor(private readonly _onBusy: () => void) {}

  /** How many rows are searched. */
  get size(): number {
    return this._known.length;
  }

  /** The kernel was sent a query. */
  awaitKernel(): void {
    clearTimeout(this._timer);
    this._timer = setTimeout(this._onBusy, BUSY_AFTER_MS);
  }

  /**
   * Search rows from now on, where they are of all endpoints. A page that is loaded again may begin
   * with a query: until it ends, its rows are all there are.
   */
  learn(rows: readonly IRow[], query: string): void {
    if (!query || this._isKnownInPart) {
      this._known = [...rows];
      this._isKnownInPart = query !== '';
    }
  }

  find(query: string): IRow[] {
    return matching(this._known, query);
  }

  end(): void {
    clearTimeout(this._timer);
  }
}

/** The rows that have every word of a query in what they show, as they come: only the kernel ranks. */
export function matching(rows: readonly IRow[], query: string): IRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(({ method, path, call }) => {
    const text = `${method} ${path} ${call}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  return words.length ? found.map(row => ({ ...row, group: '', matches: [] })) : found;
}
