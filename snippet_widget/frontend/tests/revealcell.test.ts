import assert from 'node:assert/strict';
import { test } from 'node:test';

import { scrollDistance } from '../src/extension/revealcell.js';

const VIEW = { top: 100, bottom: 500 };

test('a cell that is seen whole does not move the page', () => {
  assert.equal(scrollDistance({ top: 300, bottom: 500 }, VIEW), 0);
});

test('a cell below is scrolled to until its last line is seen', () => {
  assert.equal(scrollDistance({ top: 440, bottom: 600 }, VIEW), 100);
});

test('a cell above is scrolled to', () => {
  assert.equal(scrollDistance({ top: 0, bottom: 90 }, VIEW), -100);
});

test('of a cell that does not fit the first lines are seen', () => {
  assert.equal(scrollDistance({ top: 440, bottom: 1000 }, VIEW), 340);
});
