/** Whether a notebook already has what a Python program needs before its call: read, never run. */

/**
 * @param program Imports, construction of the client, the call.
 * @param call The call alone.
 * @param cells The sources of the notebook's code cells.
 */
export function hasSetup(program: string, call: string, cells: readonly string[]): boolean {
  const own = new Set(bound(call));
  const needed = bound(program).filter(part => !own.has(part));
  const there = new Set(cells.flatMap(lasting));
  return needed.length > 0 && needed.every(part => there.has(part));
}

/** What a program binds before its call: imports, and names that calls are given. */
function bound(source: string): string[] {
  return [...lasting(source), ...managed(source)];
}

/** What is there after the cell has run: a client bound by `with` is closed by then. */
function lasting(source: string): string[] {
  return [...imports(source), ...constructions(source)];
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

/** `client = Acme(…)` is "client = Acme": its arguments are the user's own by now. */
function constructions(source: string): string[] {
  const found = outline(source).matchAll(
    /^[ \t]*(\w+)(?:[ \t]*:[^=\n]+)?[ \t]*=\s*(?:await\s+)?((?:\w+\.)*\w+)§/gm
  );
  return [...found].map(([, name, type]) => `${name} = ${type}`);
}

/** `with Acme(…) as client` is "client = Acme". */
function managed(source: string): string[] {
  const found = outline(source).matchAll(/((?:\w+\.)*\w+)§\s+as\s+(\w+)/g);
  return [...found].map(([, type, name]) => `${name} = ${type}`);
}

/** The source without comments and texts, and `§` for what stands in parentheses. */
function outline(source: string): string {
  let text = source
    .replace(/("""|''')[^]*?\1|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#.*/g, '')
    .replace(/\bwith\s*\(/g, 'with ');
  for (let inner = ''; inner !== text; ) {
    inner = text;
    text = text.replace(/\([^()]*\)/g, '§');
  }
  return text;
}
