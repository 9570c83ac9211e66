/**
 * Gives the cell that `%snippet` wrote its provenance record.
 *
 * A kernel hands over the text of the next cell and nothing else; the record comes with the output.
 */

import { CodeCell } from '@jupyterlab/cells';
import { type Notebook, NotebookActions } from '@jupyterlab/notebook';

const KEY = 'snippet_widget';

/** The first line of what is no code of the kernel's. */
const MARKDOWN_MAGIC = '%%markdown\n';

interface IRecord {
  role?: string;
  original?: string | null;
}

export function recordWrittenCells(): void {
  NotebookActions.executed.connect((_, { notebook, cell, success }) => {
    const record = success && cell instanceof CodeCell ? recordOf(cell) : null;
    if (record) {
      void recordBelow(notebook, cell as CodeCell, record);
    }
  });
}

function recordOf({ model }: CodeCell): IRecord | null {
  for (let index = 0; index < model.outputs.length; index++) {
    const record = model.outputs.get(index).metadata[KEY] as IRecord | undefined;
    if (record?.role === 'call' && record.original) {
      return record;
    }
  }
  return null;
}

/** The cell is known by its text: the user may have put another there meanwhile. */
async function recordBelow(notebook: Notebook, cell: CodeCell, record: IRecord): Promise<void> {
  const text = await unpacked(record.original!);
  const written = notebook.widgets[notebook.widgets.indexOf(cell) + 1]?.model.sharedModel;
  const isWritten = [text, MARKDOWN_MAGIC + text].includes(written?.getSource() ?? '');
  if (written && isWritten && written.getMetadata(KEY) === undefined) {
    // one step of undo with the insertion
    written.transact(() => written.setMetadata(KEY, { ...record }), false);
  }
}

/** Base64 of zlib's format, as `packed` of provenance.py writes it. */
async function unpacked(original: string): Promise<string> {
  const bytes = Uint8Array.from(atob(original), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).text();
}
