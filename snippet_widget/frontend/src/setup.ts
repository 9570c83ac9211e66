/** Whether a notebook already has what a Python program needs before its call: read, never run. */

/**
 * @param program Imports, construction of the client, the call.
 * @param call The call alone.
 * @param cells The sources of the notebook's code cells.
 */
export function hasSetup(program: string, call: string, cells: readonly string[]): boolean {
  const own = setupOf(call);
  const needed = [...setupOf(program)].filter(part => !own.has(part));
  const there = setupOf(cells.join('\n'));
  return needed.length > 0 && needed.every(part => there.has(part));
}

function setupOf(source: string): Set<string> {
  return new Set([...imports(source), ...constructions(source)]);
}

/** `from acme import A, B as C` is "acme:A" and "acme:B as C"; `import acme` is "acme". */
function imports(source: string): string[] {
  return withoutLineBreaks(source).split('\n').flatMap(namesOf);
}

/** What stands in parentheses or is continued by a backslash, on one line. */
function withoutLineBreaks(source: string): string {
  return source
    .replace(/\\\n/g, ' ')
    .replace(/(\bimport\s*)\(([^()]*)\)/g, (_, head, names) => head + names.replace(/#.*|\n/g, ' '));
}

function namesOf(line: string): string[] {
  const [, module, names] = /^\s*(?:from\s+([\w.]+)\s+)?import\s+([^#]+)/.exec(line) ?? [];
  return (names ?? '')
    .split(',')
    .map(name => name.trim().replace(/\s+/g, ' '))
    .filter(name => name !== '')
    .map(name => (module ? `${module}:${name}` : name));
}

/** `client = Acme(` is "client = Acme": its arguments are the user's own by now. */
function constructions(source: string): string[] {
  const found = source.matchAll(/^[ \t]*(\w+)\s*=\s*((?:\w+\.)*[A-Z]\w*)\(/gm);
  return [...found].map(([, name, type]) => `${name} = ${type}`);
}
