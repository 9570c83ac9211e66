/** Code in lines of their own, so that what is wrapped hangs below its line's first word. */

import { element } from './dom.js';

/** As card.css has it. */
const TAB_COLUMNS = 4;

/** Columns that wrapped text stands to the right of its line. */
const HANGING_COLUMNS = 2;

/** Without a blank for so many characters, a text is wider than one of three cards may be. */
const LONG_CHARACTERS = 30;

/** A name of so many characters may be wider than a narrow card. */
const WIDE_NAME_CHARACTERS = 20;

const LONG_RUN = new RegExp(`\\S{${LONG_CHARACTERS},}`, 'g');

/** Where browsers go on in the next line within what has no blanks, as after a hyphen. */
const BREAKING = /[-?/\u2010-\u2015\u2026]\S/u;

/** A value, or whatever else is between blanks, opening brackets, commas and equals signs. */
const PART = /(?:"[^"\s]*"|'[^'\s]*'|[^\s([{,=])+[([{,=]*/gu;

/** More lines are wrapped without an indent: a browser lays them out in one piece. */
const MAX_LINES = 2_000;

/**
 * Put every line of highlighted code into an element, an inline block with the line end behind it.
 *
 * The text stays the same, line ends included: what is selected and read aloud is the code.
 */
export function splitLines(code: HTMLElement): void {
  const lines = [newLine()];
  for (const node of [...code.childNodes]) {
    take(node, lines, []);
    if (lines.length > MAX_LINES) {
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
  setHangingIndent(line);
  breakNames(line);
  return line.textContent === '' ? [] : [line];
}

/** Tell the style sheet where what is wrapped of a line begins. */
export function setHangingIndent(line: HTMLElement): void {
  const text = line.textContent;
  line.style.setProperty('--sw-indent', `${indentOf(text) + HANGING_COLUMNS}ch`);
  const whole = wholeParts(text);
  whole.forEach(([start, end]) => keepWhole(line, start, end));
  const indent = /^[ \t]+/u.exec(text)?.[0].length ?? 0;
  if (indent > 0 && indent < text.length && whole[0]?.[0] !== indent) {
    joinIndent(line, indent + 1);
  }
}

/** Between the names of a call, and in a long name's words. */
const NAME_END = /(?<=\w[._])(?=\w)/;

/** Start and end of what is to be broken within only where it fits into no line. */
export function wholeParts(text: string): [number, number][] {
  const isName = (part: string): boolean =>
    part.length >= WIDE_NAME_CHARACTERS && part.length < LONG_CHARACTERS && NAME_END.test(part);
  return [...text.matchAll(PART)]
    .filter(([part]) => BREAKING.test(part) || isName(part))
    .map(({ 0: part, index }) => [index, index + part.length]);
}

/** Put a part of a line into an element that goes to the next line as a whole, if it can. */
function keepWhole(line: HTMLElement, start: number, end: number): void {
  const range = document.createRange();
  let at = 0;
  for (const node of textsOf(line)) {
    const next = at + node.data.length;
    if (at <= start && start < next) {
      range.setStart(node, start - at);
    }
    if (at < end && end <= next) {
      range.setEnd(node, end - at);
    }
    at = next;
  }
  const whole = element('span', 'sw-whole');
  whole.append(range.extractContents());
  range.insertNode(whole);
  let offset = 0;
  const breaks = whole.textContent.split(NAME_END).map(part => (offset += part.length));
  breakAt(whole, breaks.slice(0, -1));
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
      return; // the walk would go on in what was taken out
    }
    rest -= node.data.length;
  }
}

/** Let what has no blanks for long go on in the next line between its parts; its text stays. */
export function breakNames(line: HTMLElement): void {
  breakAt(line, breaksOf(line.textContent));
}

function breakAt(line: HTMLElement, offsets: readonly number[]): void {
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

/** Where such may be broken: between names, arguments and values, and in a long name's words. */
export function breaksOf(text: string): number[] {
  const found: number[] = [];
  for (const { 0: run, index } of text.matchAll(LONG_RUN)) {
    let start = index;
    for (const part of run.split(/(?<=\w\.)(?=\w)|(?<=[([{,=])(?=[^)\]},=])/)) {
      const words = part.length < LONG_CHARACTERS ? [part] : part.split(/(?<=\w_)(?=\w)/);
      for (const word of words) {
        start += word.length;
        found.push(start);
      }
    }
    found.pop(); // the end of it all
  }
  return found;
}

/** How far a line begins from the left, in columns. */
export function indentOf(text: string): number {
  const blanks = /^[ \t]*/.exec(text)?.[0] ?? '';
  return Array.from(blanks).reduce(
    (column, blank) => column + (blank === '\t' ? TAB_COLUMNS - (column % TAB_COLUMNS) : 1),
    0
  );
}
