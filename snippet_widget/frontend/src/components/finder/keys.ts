/** Moving in the list by keyboard. */

/** The key pressed in the list -> the number of the option it moves to. */
export function target(key: string, count: number, at: number): number | null {
  const last = count - 1;
  const moves: Record<string, number> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    PageDown: Math.min(at + 10, last),
    PageUp: Math.max(at - 10, 0),
    Home: 0,
    End: last
  };
  return moves[key] ?? null;
}

/** Whether a key is a shortcut of something else, whatever it means alone. */
export function isShortcut({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || altKey || metaKey;
}
