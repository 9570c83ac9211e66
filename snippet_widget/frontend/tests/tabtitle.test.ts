import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shortName } from '../src/extension/tabtitle.js';

test('a long name is cut in the middle: its end tells notebooks apart', () => {
  assert.equal(shortName('first.ipynb'), 'first');
  assert.equal(shortName('sixteen_letters_.ipynb'), 'sixteen_letters_');
  assert.equal(shortName('quarterly_report_2026_q1.ipynb'), 'quarte…t_2026_q1');
  assert.equal(shortName('quarterly_report_2026_q2.ipynb'), 'quarte…t_2026_q2');
  assert.equal(shortName('notes.md'), 'notes.md');
});
