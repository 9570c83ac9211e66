import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shortName } from '../src/extension/tabtitle.js';

test('a long name is cut in the middle: its end distinguishes notebooks', () => {
  assert.equal(shortName('first.ipynb'), 'first');
  assert.equal(shortName('thirteen_long.ipynb'), 'thirteen_long');
  assert.equal(shortName('quarterly_report_2026_q1.ipynb'), 'quart…2026_q1');
  assert.equal(shortName('quarterly_report_2026_q2.ipynb'), 'quart…2026_q2');
  assert.equal(shortName('notes.md'), 'notes.md');
});
