/** What has to be filled in stays marked where it is, until somebody touches it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EditorState } from '@codemirror/state';

import {
  markPlaceholders,
  placeholderField,
  placeholdersIn
} from '../src/extension/placeholdermarks.js';

function marked(doc: string, wanted: [number, number][]): EditorState {
  return EditorState.create({ doc, extensions: [placeholderField] }).update({
    effects: markPlaceholders(wanted)
  }).state;
}

function texts(state: EditorState, part: 'own' | 'late' = 'own'): string[] {
  return placeholdersIn(state)[part].map(([from, to]) => state.sliceDoc(from, to));
}

test('placeholders that stand before the first one come last', () => {
  const state = marked('a(name="n", key="k", x="x")', [
    [17, 18],
    [24, 25],
    [8, 9]
  ]);
  assert.deepEqual(texts(state), ['k', 'x']);
  assert.deepEqual(texts(state, 'late'), ['n']);
  const { state: later } = state.update({ changes: { from: 17, to: 18, insert: 'mine' } });
  assert.deepEqual(texts(later, 'late'), ['n']);
});

test('placeholders move with what is typed before them', () => {
  const state = marked('a("x", "y")', [
    [3, 4],
    [8, 9]
  ]);
  assert.deepEqual(texts(state), ['x', 'y']);
  const { state: later } = state.update({ changes: { from: 0, insert: 'await ' } });
  assert.deepEqual(texts(later), ['x', 'y']);
});

test('a placeholder that somebody touches is filled in', () => {
  const state = marked('a("x", "y")', [
    [3, 4],
    [8, 9]
  ]);
  const { state: later } = state.update({ changes: { from: 3, to: 4, insert: 'mine' } });
  assert.deepEqual(texts(later), ['y']);
});
