/** What a docked panel's tab calls its notebook. */

/** So much of a name is seen in a tab of usual width, beside "Snippets". */
const SEEN_CHARACTERS = 13;
const END_CHARACTERS = 7;

/** Cut in the middle: names of notebooks that belong together differ at their ends. */
export function shortName(name: string): string {
  const stem = name.replace(/\.ipynb$/u, '');
  const letters = Array.from(stem); // no half of a surrogate pair is left
  if (letters.length <= SEEN_CHARACTERS) {
    return stem;
  }
  const start = letters.slice(0, SEEN_CHARACTERS - END_CHARACTERS - 1);
  return [...start, '…', ...letters.slice(-END_CHARACTERS)].join('');
}
