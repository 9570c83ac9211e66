/** What the text of an inserted program binds for calls that follow. */

/** A binding as `Binding.key` of call_setup.py writes it: `client: acme.Acme()`, or `client` alone. */
const KEY = /^(\w+)(?:: ([\w.]+?)(\(\))?)?$/u;

/** A client whose class is not known, as `Binding.key` writes it. */
const CLIENT_KEY = /^(\w+): (\w+ \S+) (\w+)$/u;

export interface IClientKey {
  name: string;
  /** Language and package: `python acme`. */
  sdk: string;
  client: string;
}

/** Read `client: python acme async_client`; null where a key is of something else. */
export function clientKey(key: string): IClientKey | null {
  const [, name, sdk, client] = CLIENT_KEY.exec(key) ?? [];
  return name && sdk && client ? { name, sdk, client } : null;
}

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
