/** What a call takes, folded until somebody wants to know, and where its vendor says more. */

import { element, plural } from '../dom.js';
import { withCode } from '../heading/markdown.js';
import type { Parameter } from './traits.js';

/** How many are named while it is folded. */
const MAX_NAMES = 4;

/** What an SDK names that has no documentation. */
const REPOSITORY = /^https?:\/\/(github|gitlab)\.com\/[^/]+\/[^/]+$/;

export class ParameterBlock {
  readonly node: HTMLDivElement;
  private readonly _details = element('details', 'sw-parameters');
  private readonly _summary = element('summary');
  private readonly _list = element('dl', 'sw-parameter-list');
  private readonly _docs = element('a', 'sw-docs', {
    target: '_blank',
    rel: 'noopener noreferrer'
  });
  private _shown = '';

  constructor() {
    this.node = element('div', 'sw-note sw-call-notes', { hidden: true });
    this._details.append(this._summary, this._list);
    this.node.append(this._details);
  }

  /** Parameters of another call are folded again only where there are none: nothing shall jump. */
  show(parameters: readonly Parameter[] = [], docs = ''): void {
    const text = JSON.stringify([parameters, docs]);
    if (text === this._shown) {
      return;
    }
    this._shown = text;
    this.node.hidden = !parameters.length && !docs;
    this._details.hidden = !parameters.length;
    this._summary.replaceChildren(...withCode(caption(parameters)));
    this._list.replaceChildren(...parameters.flatMap(entry));
    if (docs) {
      this._docs.href = docs;
      this._docs.textContent = REPOSITORY.test(docs) ? 'Repository' : 'Documentation';
      this.node.append(this._docs);
    } else {
      this._docs.remove();
    }
  }
}

/** The required ones by their names: `method`, `path` and 4 optional. */
export function caption(parameters: readonly Parameter[]): string {
  const required = parameters.filter(([, , isRequired]) => isRequired).map(([name]) => name);
  const optional = parameters.length - required.length;
  const names = required.slice(0, MAX_NAMES).map(name => `\`${name}\``);
  if (required.length > MAX_NAMES) {
    names.push(`${required.length - MAX_NAMES} more`);
  }
  const known = names.length ? `Needs ${names.join(', ')}` : '';
  if (!optional) {
    return known;
  }
  return known ? `${known}; ${optional} optional` : plural(optional, 'optional argument');
}

function entry([name, type, isRequired, fallback, description]: Parameter): HTMLElement[] {
  const term = element('dt');
  term.append(element('code', 'sw-parameter-name', { textContent: name }));
  const remarks = [type, isRequired ? 'required' : fallback ? `default ${fallback}` : 'optional'];
  for (const text of remarks.filter(Boolean)) {
    term.append(' ', element('span', 'sw-parameter-remark', { textContent: text }));
  }
  term.toggleAttribute('data-required', isRequired);
  const said = element('dd');
  said.append(...withCode(description));
  return description ? [term, said] : [term];
}
