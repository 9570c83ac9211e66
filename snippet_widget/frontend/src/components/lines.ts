/** Code in lines of their own, so that what is wrapped hangs below its line's first word. */

import { element } from './dom.js';

/** Columns that wrapped text stands to the right of its line. */
const HANGING = 2;

/** Longer names are wider than a card where three stand side by side, and break in the middle. */
const LONG = 25;

const LONG_NAME = new RegExp(`[\\w.]{${LONG},}`, 'g');

/** More lines are wrapped without an indent: a browser lays them out in one piece. */
const MOST_LINES = 2_000;

/**
 * Put every line of highlighted code into an element, an inline block with the line end behind it.
 *
 * The text stays the same, line ends included: what is selected and read aloud is the code.
 */
export function splitLines(code: HTMLElement): void {
  const lines = [newLine()];
  for (const node of [...code.childNodes]) {
    take(node, lines, []);
    if (lines.length > MOST_LINES) {
      return;
    }
  }
  if (lines.length > 1 && lines.at(-1)!.textContent === '') {
    lines.pop(); // the end of the last line
  }
  const ends = lines.length - 1;
  code.replaceChildren(...lines.flatMap((line, n) => [...indented(line), n < ends ? '\n' : '']));
}

function newLine(): HTMLElement {
  return element('span', 'sw-line');
}

/** Add a node to the last line; where its text has line ends, to new ones. */
function take(node: Node, lines: HTMLElement[], parents: readonly Element[]): void {
  if (!(node instanceof Text)) {
    const inner = node instanceof Element ? [...parents, node] : parents;
    node.childNodes.forEach(child => take(child, lines, inner));
    return;
  }
  node.data.split('\n').forEach((text, n) => {
    if (n > 0) {
      lines.push(newLine());
    }
    if (text) {
      lines.at(-1)!.append(within(parents, text));
    }
  });
}

/** A text in copies of the elements that it was in. */
function within(parents: readonly Element[], text: string): Node {
  return parents.reduceRight<Node>((inner, parent) => {
    const copy = parent.cloneNode(false);
    copy.appendChild(inner);
    return copy;
  }, document.createTextNode(text));
}

/** An empty line needs no element: its end is enough. */
function indented(line: HTMLElement): HTMLElement[] {
  hang(line);
  breakNames(line);
  return line.textContent === '' ? [] : [line];
}

/** Tell the style sheet where what is wrapped of a line begins. */
export function hang(line: HTMLElement): void {
  const text = line.textContent;
  line.style.setProperty('--sw-indent', `${indentOf(text) + HANGING}ch`);
  joinIndent(line, /^[ \t]+\S/u.exec(text)?.[0].length ?? 0);
}

/** Keep a line's indent with its first character: else a long first word leaves a blank line. */
function joinIndent(line: HTMLElement, length: number): void {
  const texts = document.createTreeWalker(line, 4 /* NodeFilter.SHOW_TEXT */);
  let rest = length;
  while (rest > 0 && texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (node.data.length >= rest) {
      const range = document.createRange();
      range.setStart(line, 0);
      range.setEnd(node, rest);
      const start = element('span', 'sw-line-start');
      start.append(range.extractContents());
      line.prepend(start);
    }
    rest -= node.data.length;
  }
}

/** Let long names go on in the next line between their parts; the text stays the same. */
function breakNames(line: HTMLElement): void {
  const offsets = breaksOf(line.textContent);
  let start = 0;
  for (const node of offsets.length ? textsOf(line) : []) {
    const end = start + node.data.length;
    for (const offset of offsets.filter(each => start < each && each <= end).reverse()) {
      const rest = offset < end ? node.splitText(offset - start) : null;
      node.after(element('wbr'), ...(rest ? [rest] : []));
    }
    start = end;
  }
}

function textsOf(line: HTMLElement): Text[] {
  const texts = document.createTreeWalker(line, 4 /* NodeFilter.SHOW_TEXT */);
  const found: Text[] = [];
  while (texts.nextNode()) {
    found.push(texts.currentNode as Text);
  }
  return found;
}

/** Where long names may be broken: behind a dot, and behind an underscore in a long part. */
export function breaksOf(text: string): number[] {
  const found: number[] = [];
  for (const { 0: name, index } of text.matchAll(LONG_NAME)) {
    let start = index;
    for (const part of name.split(/(?<=\.)/)) {
      const marks = part.length < LONG ? /\.$/g : /[_.](?=.)|\.$/g;
      found.push(...[...part.matchAll(marks)].map(mark => start + mark.index + 1));
      start += part.length;
    }
  }
  return found;
}

/** How far a line begins from the left, in columns. */
export function indentOf(text: string): number {
  const blanks = /^[ \t]*/.exec(text)?.[0] ?? '';
  return Array.from(blanks).reduce(
    (column, blank) => column + (blank === '\t' ? 4 - (column % 4) : 1),
    0
  );
}
