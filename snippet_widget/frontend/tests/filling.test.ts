/** What has to be filled in stays marked where it is, until somebody touches it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EditorState } from '@codemirror/state';

import { markedPlaces, places, placesIn } from '../src/extension/filling.js';

function marked(doc: string, wanted: [number, number][]): EditorState {
  return EditorState.create({ doc, extensions: [places] }).update({ effects: markedPlaces(wanted) })
    .state;
}

function texts(state: EditorState): string[] {
  return placesIn(state).map(([from, to]) => state.sliceDoc(from, to));
}

test('places move with what is typed before them', () => {
  const state = marked('a("x", "y")', [
    [3, 4],
    [8, 9]
  ]);
  assert.deepEqual(texts(state), ['x', 'y']);
  const { state: later } = state.update({ changes: { from: 0, insert: 'await ' } });
  assert.deepEqual(texts(later), ['x', 'y']);
});

test('a place that somebody touches is filled in', () => {
  const state = marked('a("x", "y")', [
    [3, 4],
    [8, 9]
  ]);
  const { state: later } = state.update({ changes: { from: 3, to: 4, insert: 'mine' } });
  assert.deepEqual(texts(later), ['y']);
});
