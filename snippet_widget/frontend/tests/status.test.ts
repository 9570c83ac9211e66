/** The status line: it draws text, never HTML. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Model, draw, text } from './component_page.js';

test('the status line draws text with links and code, never HTML', async () => {
  const model = new Model({
    text: 'Run `<b>x</b>`.',
    level: 'info',
    action: 'Try again',
    loading: true,
    done: 1,
    total: 4
  });
  const { el, end } = await draw('status', model);
  assert.equal(text(el, 'code'), '<b>x</b>');
  model.set('text', 'It is at <https://a.test/b>, not at <javascript:x>');
  const links = [...el.querySelectorAll('a')].map(each => [each.href, each.rel]);
  assert.deepEqual(links, [['https://a.test/b', 'noopener noreferrer']]);
  assert.equal(text(el, '.sw-status'), 'It is at https://a.test/b, not at <javascript:x>');
  assert.equal(text(el, '.sw-count'), '1 of 4');
  el.querySelector('button')?.click();
  assert.deepEqual(model.sent, ['action']);
  end();
  assert.equal(model.listeners, 0);
});
