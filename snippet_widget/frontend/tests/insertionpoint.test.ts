import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type ISituation, insertionPoint } from '../src/extension/insertionpoint.js';

/** Four cells, the panel in the output of cell 1, where the user is. */
function situation(changed: Partial<ISituation> = {}): ISituation {
  const nothing = { holdsOtherCode: false, isOwn: () => false, continuesAbove: false };
  return { length: 4, user: 1, host: 1, ...nothing, ...changed };
}

test('below the cell that the user was in', () => {
  assert.deepEqual(insertionPoint('below', situation()), { kind: 'insert', index: 2 });
  assert.deepEqual(insertionPoint('below', situation({ user: 3 })), { kind: 'insert', index: 4 });
});

test('below what the panel has put there, when the user is in its own cell', () => {
  const isOwn = (index: number): boolean => index === 2;
  assert.deepEqual(insertionPoint('below', situation({ isOwn })), { kind: 'insert', index: 3 });
});

test('directly below a cell that the user chose, whatever follows it', () => {
  const at = situation({ host: -1, user: 1, isOwn: () => true });
  assert.deepEqual(insertionPoint('below', at), { kind: 'insert', index: 2 });
});

test('at the end of a notebook without an active cell', () => {
  const at = situation({ user: -1, host: -1 });
  assert.deepEqual(insertionPoint('below', at), { kind: 'insert', index: 4 });
});

test('above that cell, the next one after it', () => {
  assert.deepEqual(insertionPoint('above', situation({ host: -1 })), { kind: 'insert', index: 1 });
  const again = situation({ host: -1, continuesAbove: true });
  assert.deepEqual(insertionPoint('above', again), { kind: 'insert', index: 2 });
});

test('above a cell that the panel has put there, once the user has gone there', () => {
  const at = situation({ host: -1, isOwn: () => true });
  assert.deepEqual(insertionPoint('above', at), { kind: 'insert', index: 1 });
});

test('in the cell that the user was in', () => {
  assert.deepEqual(insertionPoint('replace', situation({ user: 3 })), {
    kind: 'replace',
    index: 3
  });
  assert.deepEqual(insertionPoint('cursor', situation({ user: 2 })), { kind: 'cursor', index: 2 });
});

test("the panel's own cell is never changed: the snippet goes below it", () => {
  const because = 'own-cell';
  const at = { kind: 'insert', because };
  assert.deepEqual(insertionPoint('replace', situation()), { ...at, index: 2 });
  const isOwn = (index: number): boolean => index === 2;
  assert.deepEqual(insertionPoint('cursor', situation({ isOwn })), { ...at, index: 3 });
});

test('code of another language goes below the cell that the cursor is in, or in its place', () => {
  const at = situation({ user: 2, holdsOtherCode: true });
  const because = 'other-language';
  assert.deepEqual(insertionPoint('cursor', at), { kind: 'insert', index: 3, because });
  assert.deepEqual(insertionPoint('replace', at), { kind: 'replace', index: 2 });
});

test('without a cell the user is told to choose one', () => {
  assert.equal(insertionPoint('replace', situation({ user: -1, host: -1 })), 'no-cell');
});
