/** Summaries are written in Markdown, and shown as text. */

import { element } from '../dom.js';

const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;

/** The text of each link (CommonMark 0.31, section 6.3) in its place. */
export function withoutLinks(markdown: string): string {
  return markdown.replace(LINK, '$1');
}

const WEB_ADDRESS = /<(https?:\/\/[^\s<>]+)>/;

/** What stands between angle brackets is a link (CommonMark 0.31, section 6.5), else as `withCode`. */
export function withAddresses(text: string): (string | HTMLElement)[] {
  const link = { target: '_blank', rel: 'noopener noreferrer' };
  return text
    .split(WEB_ADDRESS)
    .flatMap((part, n) =>
      n % 2 ? element('a', '', { ...link, href: part, textContent: part }) : withCode(part)
    );
}

/** What stands between backticks, one or two, is code. */
export function withCode(text: string): (string | HTMLElement)[] {
  return withoutLinks(text)
    .split(/`{1,2}/)
    .map((part, n) => (n % 2 ? element('code', '', { textContent: part }) : part));
}
