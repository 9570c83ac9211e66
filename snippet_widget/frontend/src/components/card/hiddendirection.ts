/** Says what an inserted cell does not show: characters that turn the direction of text (CVE-2021-42574). */

const TURNS_DIRECTION = /\p{Bidi_Control}/gu;

/** Return a sentence that follows another one; '' where nothing is hidden. */
export function hiddenDirectionNote(source: string): string {
  const count = source.match(TURNS_DIRECTION)?.length ?? 0;
  if (count === 0) {
    return '';
  }
  const what =
    count === 1 ? '1 hidden character that turns' : `${count} hidden characters that turn`;
  return ` Careful: it holds ${what} the direction of text, so code may read otherwise than it runs.`;
}
