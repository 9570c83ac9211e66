/** Writes a snippet into a cell at its cursor. */

import type { Cell } from '@jupyterlab/cells';

import { type IRefused, type ISnippetCell, refusal } from './protocol.js';
import { asOneStep } from './undo.js';

/** Replace the cell's selection by the snippet; null when done. */
export function insertAtCursor(cell: Cell, snippet: ISnippetCell): IRefused | null {
  const shared = cell.model.sharedModel;
  if (cell.model.getMetadata('editable') === false) {
    return refusal('locked');
  }
  if (snippet.cell_type === 'markdown' && cell.model.type === 'code') {
    return refusal('cell-type');
  }
  const source = shared.getSource();
  const [start, end] = selection(cell);
  const text = indented(fenced(snippet, cell.model.type), leadingBlank(source, start));
  asOneStep(shared, () => shared.updateSource(start, end, text));
  moveCursor(cell, start + text.length);
  return null;
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

/** The blanks between the start of the line and the cursor; '' where there is anything else. */
export function leadingBlank(source: string, offset: number): string {
  const line = source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*$/.test(line) ? line : '';
}

/** Later lines stand where the first one does: in an indented block the code stays in the block. */
export function indented(text: string, blank: string): string {
  return blank ? text.replace(/\n(?=[^\n])/g, `\n${blank}`) : text;
}
