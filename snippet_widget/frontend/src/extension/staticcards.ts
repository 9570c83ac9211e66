/**
 * The cards without a front end, made anew of what a panel shows: as `cards/static.py` makes them
 * when the panel is displayed, into the HTML that the notebook has of it.
 */

import type { ICollectDetail, IShownCard } from '../protocol.js';

export interface IStaticCards {
  'text/html': string;
  'text/markdown': string;
}

const VERIFIED = '✓';

/** Characters that mean something in Markdown. */
const MARKUP = /[\\`*_{}[\]()<>#+\-!|~&]/g;

/** A line that would end a block of HTML in Markdown (CommonMark 0.31, section 4.6, kind 6). */
const BLANK_LINE = /^([ \t]*)\n/gm;

/**
 * Return what the notebook shall keep; null: it does already, what it has is not ours, or heading
 * and cards are of two endpoints, as they are while a choice is drawn: what it has belongs together.
 */
export function staticCards(stored: string, shown: ICollectDetail): IStaticCards | null {
  if (!shown.cards.length || shown.cards.some(each => each.operation !== shown.operation)) {
    return null;
  }
  const template = document.createElement('template');
  template.innerHTML = stored;
  const operation = template.content.querySelector('.sw-static > p > strong > code');
  const list = template.content.querySelector('.sw-static > .sw-static-cards');
  if (!operation || !list) {
    return null;
  }
  const before = template.innerHTML;
  operation.textContent = shown.operation;
  list.replaceChildren(...shown.cards.map(card));
  const after = template.innerHTML;
  return after === before
    ? null
    : { 'text/html': after.replace(BLANK_LINE, '$1&#10;'), 'text/markdown': markdown(shown) };
}

function card({ title, sdk, html, warnings, verified }: IShownCard): HTMLElement {
  const code = made('code', { className: 'sw-code' });
  code.innerHTML = html; // made by highlight.py
  const frame = made('pre');
  frame.setAttribute('tabindex', '0');
  frame.append(code);
  const heading = made('p');
  heading.append(made('strong', { textContent: title }), ` ${sdk}`);
  const list = made('ul');
  list.append(...warnings.map(textContent => made('li', { textContent })));
  const node = made('div', { className: 'sw-static-card' });
  node.append(
    heading,
    ...(verified ? [made('p', { textContent: `${VERIFIED} ${verified}` })] : []),
    ...(warnings.length ? [list] : []),
    frame
  );
  return node;
}

function made(tag: string, properties: Partial<HTMLElement> = {}): HTMLElement {
  return Object.assign(document.createElement(tag), properties);
}

function markdown({ operation, cards }: ICollectDetail): string {
  const parts = cards.flatMap(({ title, sdk, html, lexer, warnings, verified }) => [
    `**${plain(title)}** (${codeSpan(sdk)})`,
    ...(verified ? [`* ${VERIFIED} ${plain(verified)}`] : []),
    ...warnings.map(warning => `* ${plain(warning)}`),
    fenced(made('code', { innerHTML: html }).textContent, lexer)
  ]);
  return [`**${codeSpan(operation)}**`, ...parts].join('\n\n') + '\n';
}

function plain(text: string): string {
  return text.replaceAll('\n', ' ').replace(MARKUP, '\\$&');
}

/** Between as many backticks as it needs (CommonMark 0.31, section 6.1). */
function codeSpan(text: string): string {
  const ticks = '`'.repeat(text.split('`').length);
  const pad = text.includes('`') ? ' ' : '';
  return ticks + pad + text.replaceAll('\n', ' ') + pad + ticks;
}

/** A fence is longer than any run of backticks within it (CommonMark 0.31, section 4.5). */
function fenced(code: string, word: string): string {
  const runs = code.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map(run => run.length)) + 1);
  return `${fence}${word}\n${code.replace(/^\n+|\n+$/g, '')}\n${fence}`;
}
