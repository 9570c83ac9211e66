/** The cells that panels have put into a notebook, and what those bind. */

import type { Notebook } from '@jupyterlab/notebook';

import { type IClientKey, bindsInText, clientKey } from './bindings.js';

/** What a cell's metadata says of the snippet that it was inserted from. */
const RECORD = 'snippet_widget';

/** What of a record says whose client a program makes. */
interface IRecord {
  sdk: { type: string; package: string };
  client: string;
}

export interface IInsertion {
  /** Names the panel that it came from. */
  group: string;
  /** What it binds for calls that follow. */
  setup: readonly string[];
}

export class InsertedCells {
  /** By the ids of the cells. */
  private readonly _known = new WeakMap<Notebook, Map<string, IInsertion>>();

  add(notebook: Notebook, cellId: string, insertion: IInsertion): void {
    const known = this._known.get(notebook) ?? new Map<string, IInsertion>();
    this._known.set(notebook, known.set(cellId, insertion));
  }

  /** Whether the panel of a group has put a cell there. */
  isOf(notebook: Notebook, group: string, cellId: string): boolean {
    return this._known.get(notebook)?.get(cellId)?.group === group;
  }

  /**
   * Whether the snippets that are still in the notebook bind all of this.
   *
   * Those of an earlier visit to the page are known by their record, and bind what they say.
   */
  bind(notebook: Notebook, missing: readonly string[]): boolean {
    const bound = new Set(this._present(notebook).flatMap(({ setup }) => setup));
    const cells = notebook.model?.sharedModel.cells ?? [];
    const code = cells
      .filter(cell => cell.cell_type === 'code')
      .map(cell => ({ source: cell.getSource(), record: cell.getMetadata(RECORD) }));
    const programs = code.filter(({ record }) => record !== undefined);
    return missing.every(each => {
      const client = clientKey(each);
      const makers = client ? code.filter(({ source }) => bindsInText(source, client.name)) : [];
      return client
        ? isOfClient(makers.at(-1)?.record, client)
        : bound.has(each) || programs.some(({ source }) => bindsInText(source, each));
    });
  }

  /** Those that are there no more are forgotten. */
  private _present(notebook: Notebook): IInsertion[] {
    const known = this._known.get(notebook) ?? new Map<string, IInsertion>();
    const ids = new Set(notebook.model?.sharedModel.cells.map(cell => cell.getId()));
    const present = [...known].filter(([id]) => ids.has(id));
    this._known.set(notebook, new Map(present));
    return present.map(([, insertion]) => insertion);
  }
}

/** Whether a cell was inserted from a snippet of a client. */
function isOfClient(record: unknown, { sdk, client }: IClientKey): boolean {
  const known = (record ?? {}) as Partial<IRecord>;
  return `${known.sdk?.type} ${known.sdk?.package}` === sdk && known.client === client;
}
