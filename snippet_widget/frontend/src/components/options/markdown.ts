/** Summaries are written in Markdown, and shown as text. */

const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;

/** The text of each link (CommonMark 0.31, section 6.3) in its place. */
export function withoutLinks(markdown: string): string {
  return markdown.replace(LINK, '$1');
}
