import assert from 'node:assert/strict';
import { test } from 'node:test';

import { scrollTo } from '../src/reveal.js';

const VIEW = { top: 100, bottom: 500 };

test('a cell that is seen does not move the page', () => {
  assert.equal(scrollTo({ top: 440, bottom: 600 }, VIEW, { top: 300, bottom: 320 }), 0);
});

test('a cell below is scrolled to until a glimpse of it is seen', () => {
  assert.equal(scrollTo({ top: 520, bottom: 700 }, VIEW, { top: 300, bottom: 320 }), 60);
});

test('the button that was clicked stays in view', () => {
  assert.equal(scrollTo({ top: 900, bottom: 990 }, VIEW, { top: 150, bottom: 170 }), 50);
});

test('a cell above is scrolled to', () => {
  assert.equal(scrollTo({ top: 0, bottom: 90 }, VIEW, { top: 300, bottom: 320 }), -50);
});
