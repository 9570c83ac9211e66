import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type ISituation, placeOf } from '../src/place.js';

/** Four cells, the panel in the output of cell 1, the user was in cell 3 before. */
function situation(changed: Partial<ISituation> = {}): ISituation {
  return { length: 4, active: 1, host: 1, previous: 3, isOwn: () => false, ...changed };
}

test('below the active cell', () => {
  assert.deepEqual(placeOf('below', situation()), { kind: 'insert', index: 2 });
});

test('below what the panel has put there, when its own cell is active again', () => {
  const isOwn = (index: number): boolean => index === 2;
  assert.deepEqual(placeOf('below', situation({ isOwn })), { kind: 'insert', index: 3 });
});

test('directly below a cell that the user chose, whatever follows it', () => {
  const at = situation({ host: -1, active: 1, isOwn: () => true });
  assert.deepEqual(placeOf('below', at), { kind: 'insert', index: 2 });
});

test('at the end of a notebook without an active cell', () => {
  assert.deepEqual(placeOf('below', situation({ active: -1 })), { kind: 'insert', index: 4 });
});

test('above the active cell, the next one after it', () => {
  assert.deepEqual(placeOf('above', situation({ host: -1 })), { kind: 'insert', index: 1 });
  const again = situation({ host: -1, isOwn: index => index === 1 });
  assert.deepEqual(placeOf('above', again), { kind: 'insert', index: 2 });
});

test("the panel's own cell is never replaced: the one before it in time is", () => {
  assert.deepEqual(placeOf('replace', situation()), { kind: 'replace', index: 3 });
  assert.deepEqual(placeOf('cursor', situation({ active: 2 })), { kind: 'cursor', index: 2 });
});

test('without such a cell the user is told to choose one', () => {
  const answer = placeOf('replace', situation({ previous: -1 }));
  assert.equal('reason' in answer && answer.reason, 'no-cell');
});
