/** Two versions of a snippet side by side. What arrives is text, never HTML. */

import type { RenderProps } from '@anywidget/types';

import { Listeners, type Spans, element, prepareRoot, withSpans } from '../dom.js';
import { breakNames, setHangingIndent } from '../codelines.js';
import './difference.css';

/** A line's number, its text, and what changed in it. */
type Side = readonly [number, string, Spans];

/** Both null: a gap. */
type Row = readonly [Side | null, Side | null];

interface ITraits {
  title: string;
  left: string;
  right: string;
  rows: readonly Row[];
  wrap: boolean;
}

function line(side: Side | null, tag: 'del' | 'ins'): HTMLTableCellElement {
  const cell = element('td', side ? 'sw-diff-line' : 'sw-diff-line sw-diff-none');
  if (side) {
    const [, text, spans] = side;
    cell.append(...withSpans(text, spans, tag));
    setHangingIndent(cell);
    breakNames(cell);
  }
  return cell;
}

function number(side: Side | null): HTMLTableCellElement {
  return element('td', 'sw-diff-number', { textContent: side ? String(side[0]) : '' });
}

function row([left, right]: Row): HTMLTableRowElement {
  const node = element('tr');
  if (!left && !right) {
    node.append(element('td', 'sw-diff-gap', { colSpan: 4, textContent: '⋯' }));
    return node;
  }
  const before = line(left, 'del');
  const after = line(right, 'ins');
  const isChanged = left?.[1] !== right?.[1];
  before.classList.toggle('sw-diff-old', isChanged && left !== null);
  after.classList.toggle('sw-diff-new', isChanged && right !== null);
  node.classList.toggle('sw-diff-changed', isChanged);
  node.append(number(left), before, number(right), after);
  return node;
}

function render({ model, el }: RenderProps<ITraits>): () => void {
  const listeners = new Listeners();
  prepareRoot(el, 'sw-diff-root', listeners);
  const frame = element('div', 'sw-diff-frame', { tabIndex: 0 });
  const table = element('table', 'sw-diff');
  const caption = element('caption');
  const [head, body] = [element('thead'), element('tbody')];
  frame.setAttribute('role', 'group');
  table.append(caption, head, body);
  frame.append(table);
  el.append(frame);
  listeners.draw(model, ['title', 'left', 'right', 'rows', 'wrap'], () => {
    const title = `Changes of ${model.get('title')}`;
    frame.setAttribute('aria-label', title);
    table.classList.toggle('sw-wrapped', model.get('wrap'));
    caption.textContent = model.get('rows').length ? title : `${title}: none`;
    const names = element('tr');
    for (const name of [model.get('left'), model.get('right')]) {
      names.append(element('th', '', { colSpan: 2, scope: 'col', textContent: name }));
    }
    head.replaceChildren(names);
    body.replaceChildren(...model.get('rows').map(row));
  });
  return listeners.end;
}

export default { render };
