import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { KernelMessage } from '@jupyterlab/services';

import { languageOf } from '../src/extension/kernelcode.js';

test('a kernel says its language, or does not answer', async () => {
  const reply = { language_info: { name: 'julia' } } as KernelMessage.IInfoReply;
  assert.equal(await languageOf({ info: Promise.resolve(reply) }), 'julia');
  const info = Promise.reject<KernelMessage.IInfoReply>(new Error('Kernel info reply errored'));
  assert.equal(await languageOf({ info }), '');
});
