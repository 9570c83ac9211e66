/** What the text of an inserted program binds for calls that follow. */

/** A binding as `Binding.key` of call_setup.py writes it: `client: acme.Acme()`, or `client` alone. */
const KEY = /^(\w+)(?:: ([\w.]+?)(\(\))?)?$/u;

/**
 * Whether a program binds something where it lasts: in a line that is not indented.
 *
 * A client that `with` opens is closed when its block ends, and no line of this form.
 */
export function bindsInText(source: string, key: string): boolean {
  const [, name, origin, made] = KEY.exec(key) ?? [];
  if (name === undefined) {
    return false;
  }
  const assigned = `^${name}\\s*(?::[^=\\n]+)?=(?!=)\\s*`;
  const imported = `^(?:import|from)\\s(?:[^\\n(]*|[^\\n(]*\\([^)]*)\\b${name}\\b`;
  const last = origin?.slice(origin.lastIndexOf('.') + 1);
  const made_by = `${assigned}(?:await\\s+)?(?:\\w+\\.)*${last}\\(`;
  const patterns = made ? [made_by] : origin ? [imported] : [assigned, imported];
  return patterns.some(pattern => new RegExp(pattern, 'mu').test(source));
}
