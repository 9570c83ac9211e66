import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Notebook } from '@jupyterlab/notebook';

import { InsertedCells } from '../src/extension/insertedcells.js';

interface ICell {
  source: string;
  record?: unknown;
}

function notebookOf(...code: ICell[]): Notebook {
  const cells = code.map(({ source, record }, n) => ({
    cell_type: 'code',
    getId: () => String(n),
    getSource: () => source,
    getMetadata: (key: string) => (key === 'snippet_widget' ? record : undefined)
  }));
  return { model: { sharedModel: { cells } } } as unknown as Notebook;
}

function inserted(package_: string, client: string): ICell {
  const record = { sdk: { type: 'python', package: package_, version: '1.0' }, client };
  return { source: `from ${package_} import C\n\nclient = C(api_key="k")\nclient.ping()`, record };
}

test('the last cell that makes the client is to be of the SDK of the call, and of its client', () => {
  const call = { source: 'client.chat()', record: inserted('cohere', 'sync_client').record };
  const cohere = inserted('cohere', 'sync_client');
  const others = [
    inserted('elevenlabs', 'sync_client'),
    inserted('cohere', 'async_client'),
    { source: 'client = ElevenLabs()' } // by hand: the kernel knows when it has been run
  ];
  const has = (...cells: ICell[]): boolean =>
    new InsertedCells().bind(notebookOf(...cells), ['client: python cohere sync_client']);
  assert.ok(has(cohere, call));
  assert.ok(!has(call));
  for (const other of others) {
    assert.ok(has(other, cohere, call), other.source);
    assert.ok(!has(cohere, other, call), other.source);
    assert.ok(!has(other), other.source);
  }
});
