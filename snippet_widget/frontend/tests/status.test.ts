/** The status line: it draws text, never HTML. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import protocol from '../protocol.json' with { type: 'json' };
import { Model, draw, settled, text } from './component_page.js';

function statusModel(): Model {
  const shown = { text: '23 endpoints.', level: 'info', action: '', loading: false };
  return new Model({ ...shown, done: 0, total: 0, main: true });
}

/** A panel with a dropdown of ipywidgets' kind. */
function panelWithDropdown(): { panel: HTMLElement; select: HTMLSelectElement } {
  const panel = document.createElement('div');
  panel.innerHTML = `<div class="widget-dropdown"><label>API</label>
    <select><option>one</option><option>two</option></select></div>`;
  return { panel, select: panel.querySelector('select')! };
}

async function disconnect(panel: HTMLElement, model: Model): Promise<void> {
  panel.classList.add('jupyter-widgets-disconnected');
  model.emit('comm_live_update');
  await settled();
}

test('without its kernel a panel shows the choices that its list is of, and says so', async () => {
  const { panel, select } = panelWithDropdown();
  const model = statusModel();
  const { el, end } = await draw('status', model, panel);
  select.value = 'two';
  model.set('loading', true); // the kernel has begun, and is not done
  await disconnect(panel, model);
  assert.equal(select.value, 'one');
  assert.ok(select.disabled);
  assert.match(text(el, '.sw-status'), /run the cell again/);
  assert.match(text(el, '.sw-status'), /last choice did not reach the kernel/);
  end();
});

test('a docked panel without its kernel names no cell to run, and one message is enough', async () => {
  const { panel, select } = panelWithDropdown();
  const model = statusModel();
  const { el, end } = await draw('status', model, panel);
  panel.classList.add('snippet-widget-KernelView');
  await disconnect(panel, model);
  assert.equal(select.value, 'one');
  assert.equal(
    text(el, '.sw-status'),
    'The kernel of this panel is gone. What is shown can still be inserted and copied.'
  );
  assert.ok(el.hasAttribute('data-noticed')); // hidden below the notice of the extension
  end();
});

test('of its parts a panel without its kernel says nothing more: its status line has said it', async () => {
  const { panel } = panelWithDropdown();
  const model = statusModel();
  model.set('main', false);
  model.set('text', 'Reading acme…');
  const { el, end } = await draw('status', model, panel);
  await disconnect(panel, model);
  assert.equal(text(el, '.sw-status'), '');
  assert.equal(el.dataset['level'], 'info');
  end();
});

for (const isDocked of [false, true]) {
  test(`a row is told that came too late, but where it is chosen again: ${isDocked}`, async () => {
    const { panel } = panelWithDropdown();
    const model = statusModel();
    const { el, end } = await draw('status', model, panel);
    panel.classList.toggle('snippet-widget-KernelView', isDocked);
    await disconnect(panel, model);
    assert.doesNotMatch(text(el, '.sw-status'), /last choice did not reach the kernel/);
    el.dispatchEvent(new CustomEvent(protocol.undelivered, { bubbles: true }));
    assert.equal(/last choice did not reach the kernel/.test(text(el, '.sw-status')), !isDocked);
    end();
  });
}

test('components have one export: anywidget warns of any other', async () => {
  for (const name of ['card', 'difference', 'finder', 'heading', 'status']) {
    const url = new URL(`../../../widget/components/bundles/${name}.js`, import.meta.url);
    const component = (await import(url.href)) as object;
    assert.ok(!('render' in component), name);
  }
});

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

test('the room of a message is kept for the next one, and given up when nothing is said', async () => {
  const model = statusModel();
  const { el, end } = await draw('status', model);
  let needed = 786;
  Object.defineProperty(el, 'offsetHeight', {
    get: () => Math.max(needed, parseFloat(el.style.minHeight) || 0)
  });
  model.set('text', 'x'.repeat(5_000));
  needed = 24;
  model.set('text', 'Reading acme…');
  assert.equal(el.style.minHeight, '786px');
  model.set('text', '');
  model.set('text', 'Reading acme…');
  assert.equal(el.style.minHeight, '24px');
  end();
});
