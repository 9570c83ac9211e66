/** The comparison of two versions: it draws text, never HTML, line beside line. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Model, draw, text } from './component_page.js';

test('a comparison draws text, never HTML, and marks the lines that differ', async () => {
  const rows = [
    [[1, 'a<b>', [[1, 4]]], null],
    [[2, 'Birdsong(messages="YOUR_API_KEY")', [[9, 17]]], null],
    [null, null],
    [
      [9, '    same', []],
      [9, '    same', []]
    ]
  ];
  const model = new Model({ title: 'T', left: 'l', right: 'r', rows, wrap: true });
  const { el, end } = await draw('difference', model);
  assert.equal(text(el, 'del'), '<b>');
  assert.equal(text(el, '.sw-diff-gap'), '⋯');
  const [changed, long, , same] = el.querySelectorAll('tbody tr');
  assert.equal(long?.querySelectorAll('wbr').length, 2); // where it is broken first: not in words
  assert.equal(long.querySelector('.sw-diff-line')?.textContent, rows[1]![0]![1]);
  assert.ok(changed?.classList.contains('sw-diff-changed'));
  assert.ok(!same?.classList.contains('sw-diff-changed')); // there once where the two are one column
  assert.equal(text(same as HTMLElement, '.sw-line-start'), '    s'); // breaks nowhere
  const line = same?.querySelector<HTMLElement>('.sw-diff-line');
  assert.equal(line?.style.getPropertyValue('--sw-indent'), '6ch');
  end();
  assert.equal(model.listeners, 0);
});
