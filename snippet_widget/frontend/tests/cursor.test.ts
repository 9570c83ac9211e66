import assert from 'node:assert/strict';
import { test } from 'node:test';

import { indented, leadingBlank } from '../src/cursor.js';

test('later lines stand where the first one does', () => {
  assert.equal(indented('a(\n  b,\n\n)', '    '), 'a(\n      b,\n\n    )');
});

test('only blanks before the cursor are an indentation', () => {
  assert.equal(leadingBlank('if x:\n    ', 10), '    ');
  assert.equal(leadingBlank('if x:\n    y', 11), '');
  assert.equal(leadingBlank('', 0), '');
});
