import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { KernelProcess } from '../src/extension/kernelprocess.js';

class Heard {
  readonly iopubMessage = new Signal<this, KernelMessage.IMessage>(this);
  readonly statusChanged = new Signal<this, Kernel.Status>(this);
  readonly kernelChanged = new Signal<this, unknown>(this);

  say(session: string, execution_state: string, msg_type = 'status'): void {
    const message = { header: { session, msg_type }, content: { execution_state } };
    this.iopubMessage.emit(message as unknown as KernelMessage.IMessage);
  }
}

function watched(): { heard: Heard; replaced: () => number; process: KernelProcess } {
  const heard = new Heard();
  let count = 0;
  const process = new KernelProcess(heard, () => (count += 1));
  return { heard, replaced: () => count, process };
}

test('a restart from elsewhere is known by the first word of the new process', () => {
  const { heard, replaced } = watched();
  heard.say('first', 'busy');
  heard.say('first', 'idle');
  assert.equal(replaced(), 0);
  heard.say('second', 'starting');
  heard.say('second', 'idle');
  assert.equal(replaced(), 1);
});

test('what the server says in the place of a kernel is no other process', () => {
  const { heard, replaced } = watched();
  heard.say('first', 'idle');
  heard.say('of the server', 'restarting');
  heard.say('of the server', 'busy', 'stream');
  heard.say('first', 'idle');
  assert.equal(replaced(), 0);
});

test('a restart from this window and another kernel are told by JupyterLab', () => {
  const { heard, replaced } = watched();
  heard.say('first', 'idle');
  heard.statusChanged.emit('restarting');
  heard.say('second', 'idle');
  heard.kernelChanged.emit(null);
  heard.say('third', 'idle');
  assert.equal(replaced(), 0);
});

test('nothing is heard after the end', () => {
  const { heard, replaced, process } = watched();
  heard.say('first', 'idle');
  process.dispose();
  heard.say('second', 'idle');
  assert.equal(replaced(), 0);
});
