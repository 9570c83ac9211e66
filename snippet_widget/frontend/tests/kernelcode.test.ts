import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { KernelMessage } from '@jupyterlab/services';

import { languageOf, panelCode } from '../src/extension/kernelcode.js';

test('a kernel says its language, or does not answer', async () => {
  const reply = { language_info: { name: 'julia' } } as KernelMessage.IInfoReply;
  assert.equal(await languageOf({ info: Promise.resolve(reply) }), 'julia');
  const info = Promise.reject<KernelMessage.IInfoReply>(new Error('Kernel info reply errored'));
  assert.equal(await languageOf({ info }), '');
});

test('the panel of a new kernel begins where the one before it was', () => {
  const show = "__import__('snippet_widget.widget.docked', fromlist=['show']).show";
  const chosen = { operation: 'GET /x', load_level: '' };
  assert.equal(
    panelCode('a "b".ipynb', chosen, null),
    `${show}("a \\"b\\".ipynb", "GET /x", "", {})`
  );
  const choice = { organization: 'acme', query: 'é' };
  assert.equal(
    panelCode('a.ipynb', chosen, choice),
    `${show}("a.ipynb", "GET /x", "", {"organization":"acme","query":"é"})`
  );
});
