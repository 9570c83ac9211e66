/** The rows of the list of endpoints. The kernel finds and ranks; what it sends is text, never HTML. */

import { type Spans, element, withSpans } from '../dom.js';

/** A row as it is sent, of which there may be thousands: the fields of `IRow`, in order. */
export type SentRow = readonly [number, string, string, string, string, readonly Spans[], boolean?];

export interface IRow {
  key: number;
  method: string;
  path: string;
  /** Empty where its SDK names none. */
  call: string;
  /** Heading of its group; empty: it is in none. */
  group: string;
  /** What matched in method, path and call. */
  matches: readonly Spans[];
  hasExample: boolean;
}

export function rowOf([key, method, path, call, group, matches, hasExample = true]: SentRow): IRow {
  return { key, method, path, call, group, matches, hasExample };
}

/** Method and path of a row; '' where it is not among these. */
export function operationOf(sent: readonly SentRow[], key: number | undefined): string {
  const [, method, path] = sent.find(([each]) => each === key) ?? [];
  return method === undefined ? '' : `${method} ${path}`;
}

/** What is said in place of the call. */
const NO_EXAMPLE = 'no example';

/** What the rows are part of: the list, how many rows are above them, and how many there are in all. */
export interface IRowSet {
  listId: string;
  start: number;
  total: number;
}

function marked(className: string, text: string, spans: Spans = []): HTMLElement {
  const node = element('span', className);
  node.append(...withSpans(text, spans, 'mark'));
  return node;
}

/** In two parts: where room is short the first is cut, what stands last distinguishes paths and calls. */
function inTwoParts(
  className: string,
  separator: string,
  text: string,
  spans: Spans = []
): HTMLElement {
  const cut = text.lastIndexOf(separator);
  if (cut <= 0) {
    return marked(className, text, spans);
  }
  const node = element('span', className);
  const before = spans.filter(([start]) => start < cut).map(([a, b]) => [a, Math.min(b, cut)]);
  const after = spans.filter(([, end]) => end > cut).map(([a, b]) => [Math.max(a, cut), b]);
  const within = (pairs: number[][], from: number): Spans =>
    pairs.map(([a, b]) => [a! - from, b! - from] as const);
  node.append(
    marked('sw-part-start', text.slice(0, cut), within(before, 0)),
    marked('sw-part-end', text.slice(cut), within(after, cut))
  );
  return node;
}

function option(
  { listId, start, total }: IRowSet,
  at: number,
  { key, method, path, call, matches, hasExample }: IRow
): HTMLElement {
  const node = element('div', 'sw-row', { id: `${listId}-${key}`, title: `${method} ${path}` });
  node.setAttribute('role', 'option');
  node.setAttribute('aria-selected', 'false');
  const name = [method, path, call, hasExample ? '' : NO_EXAMPLE].filter(Boolean).join(' ');
  node.setAttribute('aria-label', name);
  node.setAttribute('aria-posinset', String(start + at + 1));
  node.setAttribute('aria-setsize', String(total));
  node.dataset['key'] = String(key);
  const verb = marked('sw-method', method, matches[0]);
  verb.dataset['method'] = method;
  node.append(verb, inTwoParts('sw-path', '/', path, matches[1]));
  if (call) {
    node.append(inTwoParts('sw-call', '.', call, matches[2]));
  } else if (!hasExample) {
    node.append(element('span', 'sw-call sw-no-example', { textContent: NO_EXAMPLE }));
  }
  return node;
}

function group(listId: string, name: string, number: number): HTMLElement {
  const node = element('div', 'sw-group');
  const heading = element('div', 'sw-group-name', {
    id: `${listId}-group-${number}`,
    textContent: name
  });
  node.setAttribute('role', 'group');
  node.setAttribute('aria-labelledby', heading.id);
  heading.setAttribute('role', 'presentation');
  node.append(heading);
  return node;
}

/**
 * Append options to a list, in groups where the rows name any: rows of one name that follow each
 * other are one group, which may be the last that is in the list.
 */
export function appendRows(list: Element, set: IRowSet, rows: readonly IRow[]): void {
  const { lastElementChild: last } = list;
  let open = last?.getAttribute('role') === 'group' ? last : null;
  for (const [at, row] of rows.entries()) {
    if (!row.group) {
      list.append(option(set, at, row));
      open = null;
      continue;
    }
    if (open?.firstElementChild?.textContent !== row.group) {
      open = group(set.listId, row.group, row.key);
      list.append(open);
    }
    open.append(option(set, at, row));
  }
}

/** Rows that all fit into the list where the headings of their groups are left out. */
const FEW = 4;

/** All endpoints that there are, without the headings of groups where they are few. */
export function withoutHeadingsOfFew(rows: readonly IRow[]): readonly IRow[] {
  return rows.length > FEW ? rows : rows.map(row => ({ ...row, group: '' }));
}

/** How many lines they take, with the headings of their groups. */
export function linesOf(rows: readonly IRow[]): number {
  const headings = rows.filter(({ group: name }, at) => name && name !== rows[at - 1]?.group);
  return rows.length + headings.length;
}
