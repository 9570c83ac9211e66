import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { KernelProcess } from '../src/extension/kernelprocess.js';

class Signals {
  readonly iopubMessage = new Signal<this, KernelMessage.IMessage>(this);
  readonly statusChanged = new Signal<this, Kernel.Status>(this);
  readonly kernelChanged = new Signal<this, unknown>(this);

  say(session: string, execution_state: string, msg_type = 'status'): void {
    const message = { header: { session, msg_type }, content: { execution_state } };
    this.iopubMessage.emit(message as unknown as KernelMessage.IMessage);
  }
}

function watched(): { signals: Signals; replaced: () => number; process: KernelProcess } {
  const signals = new Signals();
  let count = 0;
  const process = new KernelProcess(signals, () => (count += 1));
  return { signals, replaced: () => count, process };
}

test('a restart from elsewhere is known by the first word of the new process', () => {
  const { signals, replaced } = watched();
  signals.say('first', 'busy');
  signals.say('first', 'idle');
  assert.equal(replaced(), 0);
  signals.say('second', 'starting');
  signals.say('second', 'idle');
  assert.equal(replaced(), 1);
});

test('what the server says in the place of a kernel is no other process', () => {
  const { signals, replaced } = watched();
  signals.say('first', 'idle');
  signals.say('of the server', 'restarting');
  signals.say('of the server', 'busy', 'stream');
  signals.say('first', 'idle');
  assert.equal(replaced(), 0);
});

test('a restart from this window and another kernel are told by JupyterLab', () => {
  const { signals, replaced } = watched();
  signals.say('first', 'idle');
  signals.statusChanged.emit('restarting');
  signals.say('second', 'idle');
  signals.kernelChanged.emit(null);
  signals.say('third', 'idle');
  assert.equal(replaced(), 0);
});

test('nothing is followed after the end', () => {
  const { signals, replaced, process } = watched();
  signals.say('first', 'idle');
  process.dispose();
  signals.say('second', 'idle');
  assert.equal(replaced(), 0);
});
