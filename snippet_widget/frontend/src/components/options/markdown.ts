/** Summaries are written in Markdown, and shown as text. */

import { element } from '../dom.js';

const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;

/** The text of each link (CommonMark 0.31, section 6.3) in its place. */
export function withoutLinks(markdown: string): string {
  return markdown.replace(LINK, '$1');
}

/** What stands between backticks, one or two, is code. */
export function withCode(text: string): (string | HTMLElement)[] {
  return withoutLinks(text)
    .split(/`{1,2}/)
    .map((part, n) => (n % 2 ? element('code', '', { textContent: part }) : part));
}
