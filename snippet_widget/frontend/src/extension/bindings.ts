/** What the text of an inserted program binds for calls that follow. */

/** A binding as `Binding.key` of call_setup.py writes it: `client: acme.Acme()`. */
const KEY = /^(\w+): ([\w.]+?)(\(\))?$/u;

/**
 * Whether a program binds something where it lasts: in a line that is not indented.
 *
 * A client that `with` opens is closed when its block ends, and no line of this form.
 */
export function bindsInText(source: string, key: string): boolean {
  const [, name, origin, made] = KEY.exec(key) ?? [];
  if (name === undefined || origin === undefined) {
    return false;
  }
  const last = origin.slice(origin.lastIndexOf('.') + 1);
  const pattern = made
    ? `^${name}\\s*(?::[^=\\n]+)?=\\s*(?:await\\s+)?(?:\\w+\\.)*${last}\\(`
    : `^(?:import|from)\\s(?:[^\\n(]*|[^\\n(]*\\([^)]*)\\b${name}\\b`;
  return new RegExp(pattern, 'mu').test(source);
}
