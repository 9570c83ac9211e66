/** Moving in the list by keyboard. */

/** Rows that PageUp and PageDown move by, whatever the list's height. */
const PAGE_ROWS = 10;

/** Return the number of the option that a key moves to; null: it moves to none. */
export function navigationTarget(key: string, count: number, at: number): number | null {
  const last = count - 1;
  const moves: Record<string, number> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    PageDown: Math.min(at + PAGE_ROWS, last),
    PageUp: Math.max(at - PAGE_ROWS, 0),
    Home: 0,
    End: last
  };
  return moves[key] ?? null;
}

/** Whether a key is a shortcut of something else, whatever it means alone. */
export function isShortcut({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || altKey || metaKey;
}
