import assert from 'node:assert/strict';
import { test } from 'node:test';

import { onLinesOfItsOwn, spanOfLines } from '../src/extension/insertatcursor.js';

/** What a source becomes when `a(\n  b\n)` is inserted at the bar. */
function inserted(marked: string): string {
  const at = marked.indexOf('|');
  const source = marked.replace('|', '');
  const [start, end] = spanOfLines(source, at, at);
  const { text } = onLinesOfItsOwn(source, start, end, 'a(\n  b\n)');
  return source.slice(0, start) + text + source.slice(end);
}

test('lines before and after the cursor stay lines of their own', () => {
  assert.equal(inserted('x = 1|'), 'x = 1\na(\n  b\n)');
  assert.equal(inserted('|x = 1'), 'a(\n  b\n)\nx = 1');
  assert.equal(inserted('x = 1\n|'), 'x = 1\na(\n  b\n)');
  assert.equal(inserted('|'), 'a(\n  b\n)');
});

test('a line with the cursor within it stays whole', () => {
  assert.equal(inserted('x =| 1'), 'x = 1\na(\n  b\n)');
  assert.equal(inserted('x =| 1\ny'), 'x = 1\na(\n  b\n)\ny');
  assert.equal(inserted('if |x:\n    y'), 'if x:\n    a(\n      b\n    )\n    y');
  assert.equal(inserted('  |x = 1'), '  a(\n    b\n  )\n  x = 1');
  assert.deepEqual(spanOfLines('x = 1', 4, 5), [4, 5]); // a selection is replaced
});

test('later lines stand where the first one does', () => {
  assert.equal(inserted('if x:\n    |'), 'if x:\n    a(\n      b\n    )');
  assert.equal(inserted('if x:\n    y|'), 'if x:\n    y\n    a(\n      b\n    )');
});

test('a line that opens a block is followed by the block', () => {
  assert.equal(inserted('if x:|'), 'if x:\n    a(\n      b\n    )');
  assert.equal(inserted('  if x:|\n  y'), '  if x:\n      a(\n        b\n      )\n  y');
});

test('empty lines of the snippet stay empty', () => {
  assert.equal(onLinesOfItsOwn('  ', 2, 2, 'a\n\nb').text, 'a\n\n  b');
});

test('what has to be filled in is found where it went', () => {
  const written = 'a(\n\n  "x", b,\n  "y"\n)';
  for (const source of ['', 'z = 1', 'if z:', '    ']) {
    const { text, moved } = onLinesOfItsOwn(source, source.length, source.length, written);
    for (const value of ['x', 'y']) {
      const [from, to] = [written.indexOf(value), written.indexOf(value) + 1];
      assert.equal(text.slice(moved(from), moved(to)), value);
    }
  }
});
