/** Writes a snippet into a cell at its cursor. */

import type { Cell } from '@jupyterlab/cells';

import { asOneStep } from '../compatibility.js';
import type { ISnippetCell, Placeholder, Reason } from '../protocol.js';

/** Replace the cell's selection by the snippet, or write it below the cursor's line; its placeholders in the cell when done. */
export function insertAtCursor(cell: Cell, snippet: ISnippetCell): Reason | Placeholder[] {
  const shared = cell.model.sharedModel;
  if (cell.model.getMetadata('editable') === false) {
    return 'locked';
  }
  const source = shared.getSource();
  const [start, end] = spanOfLines(source, ...selection(cell));
  const written = fenced(snippet, cell.model.type);
  const { text, moved } = onLinesOfItsOwn(source, start, end, written);
  asOneStep(shared, () => shared.updateSource(start, end, text));
  moveCursor(cell, start + text.length);
  const first = written.indexOf(snippet.source);
  const at = (offset: number): number => start + moved(first + offset);
  return (snippet.places ?? []).map(([from, to]) => [at(from), at(to)]);
}

/** Whether a cell holds code of another language than the snippet's, which would be none of its code. */
export function holdsOtherCode(cell: Cell, snippet: ISnippetCell): boolean {
  return snippet.cell_type === 'markdown' && cell.model.type === 'code';
}

/** A cell that is not drawn yet has no editor: the snippet goes to its end. */
function selection({ editor, model }: Cell): [number, number] {
  if (!editor) {
    const { length } = model.sharedModel.getSource();
    return [length, length];
  }
  const { start, end } = editor.getSelection();
  const offsets = [editor.getOffsetAt(start), editor.getOffsetAt(end)];
  return [Math.min(...offsets), Math.max(...offsets)];
}

function moveCursor({ editor }: Cell, offset: number): void {
  const position = editor?.getPositionAt(offset);
  if (position) {
    editor!.setCursorPosition(position);
  }
}

/** Code that goes into a Markdown cell is fenced. */
function fenced({ source, cell_type, metadata }: ISnippetCell, target: string): string {
  if (cell_type !== 'code' || target !== 'markdown') {
    return source;
  }
  const { sdk } = (metadata['snippet_widget'] ?? {}) as { sdk?: { type?: string } };
  return `\`\`\`${sdk?.type ?? ''}\n${source}\n\`\`\``;
}

/** Where whole lines go: to the end of a line that has the cursor within it, which would be split. */
export function spanOfLines(source: string, start: number, end: number): [number, number] {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const isWithin = start === end && source.slice(lineStart, start).trim() !== '';
  const lineEnd = source.indexOf('\n', end);
  const at = lineEnd < 0 ? source.length : lineEnd;
  return isWithin ? [at, at] : [start, end];
}

interface IIndented {
  text: string;
  /** Where an offset in the text as it was is now. */
  moved: (offset: number) => number;
}

/** The end of a line that another one follows with something in it. */
const LINE_END = /\n(?=[^\n])/g;

/**
 * What to put between `start` and `end` of a source: the text on lines of its own, indented as the
 * line is that it goes to, or as the block that this line opens.
 */
export function onLinesOfItsOwn(
  source: string,
  start: number,
  end: number,
  text: string
): IIndented {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  const after = /^[^\n]*/.exec(source.slice(end))?.[0] ?? '';
  const blank = /^[ \t]*/.exec(before)?.[0] ?? '';
  const isBlank = before === blank;
  const opensBlock = !isBlank && before.trimEnd().endsWith(':');
  const indent = opensBlock ? `${blank}    ` : blank;
  const head = isBlank ? '' : `\n${indent}`;
  const tail = after.trim() ? `\n${blank}` : '';
  const ends = [...text.matchAll(LINE_END)].map(({ index }) => index);
  return {
    text: head + text.replace(LINE_END, `\n${indent}`) + tail,
    moved: offset =>
      head.length + offset + indent.length * ends.filter(index => index < offset).length
  };
}
