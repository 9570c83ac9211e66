/** The rows of the list of endpoints. The kernel finds and ranks; what it sends is text, never HTML. */

import { type Spans, element, withSpans } from '../dom.js';

/**
 * Key, method, path, call, heading of the group, what matched in the three texts, and whether it has
 * an example.
 */
export type Row = readonly [number, string, string, string, string, readonly Spans[], boolean?];

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

function option(
  { listId, start, total }: IRowSet,
  at: number,
  [key, method, path, call, , marks, hasExample = true]: Row
): HTMLElement {
  const node = element('div', 'sw-row', { id: `${listId}-${key}`, title: `${method} ${path}` });
  node.setAttribute('role', 'option');
  node.setAttribute('aria-selected', 'false');
  const name = [method, path, call, hasExample ? '' : NO_EXAMPLE].filter(Boolean).join(' ');
  node.setAttribute('aria-label', name);
  node.setAttribute('aria-posinset', String(start + at + 1));
  node.setAttribute('aria-setsize', String(total));
  node.dataset['key'] = String(key);
  const verb = marked('sw-method', method, marks[0]);
  verb.dataset['method'] = method;
  node.append(verb, marked('sw-path', path, marks[1]));
  if (call) {
    node.append(marked('sw-call', call, marks[2]));
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
 * Options, in groups where the rows name any: rows of one name that follow each other are one group,
 * which may be the last that is in the list.
 */
export function tree(
  set: IRowSet,
  rows: readonly Row[],
  last: Element | null = null
): HTMLElement[] {
  const nodes: HTMLElement[] = [];
  let open = last?.getAttribute('role') === 'group' ? last : null;
  for (const [at, row] of rows.entries()) {
    const name = row[4];
    if (!name) {
      nodes.push(option(set, at, row));
      open = null;
      continue;
    }
    if (open?.firstElementChild?.textContent !== name) {
      const added = group(set.listId, name, row[0]);
      nodes.push(added);
      open = added;
    }
    open.append(option(set, at, row));
  }
  return nodes;
}

/** Rows that all fit into the list where the headings of their groups are left out. */
const FEW = 4;

/** All endpoints that there are, without headings where they are few. */
export function withFewHeadings(rows: readonly Row[]): readonly Row[] {
  return rows.length > FEW
    ? rows
    : rows.map(([key, method, path, call, , ...rest]) => [key, method, path, call, '', ...rest]);
}

/** How many lines they take, with the headings of their groups. */
export function linesOf(rows: readonly Row[]): number {
  const headings = rows.filter((row, at) => row[4] && row[4] !== rows[at - 1]?.[4]);
  return rows.length + headings.length;
}
