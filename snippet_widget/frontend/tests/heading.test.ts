/** The heading of the cards: what it names, waits for and inserts. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import protocol from '../protocol.json' with { type: 'json' };
import type { IReadyDetail } from '../src/protocol.js';
import {
  HEADING,
  type IDrawn,
  Model,
  ROWS,
  draw,
  finderModel,
  followed,
  settled,
  text
} from './component_page.js';

test('the heading names the endpoint of the cards, and what they wait for', async () => {
  const list = finderModel();
  const endpoint = { key: 1, method: 'GET', path: '/a/1', call: 'a.get_1', summary: 'Get it.' };
  const model = new Model({
    ...HEADING,
    endpoint,
    columns: [
      ['python sync_client', 'Python · sync'],
      ['python async_client', 'Python · async']
    ],
    variables: ['ACME_KEY'],
    versions: ['Python · acme 0.9', 'Python · cohere 5.15.0']
  });
  model.other = list;
  const { el, end } = await draw('heading', model);
  assert.equal(text(el, '[role=heading]'), 'GET /a/1 a.get_1 Get it. ');
  const versions = [...el.querySelectorAll('.sw-versions option')].map(each => each.textContent);
  assert.deepEqual(versions.slice(1), ['Python · acme 0.9', 'Python · cohere 5.15.0']);
  list.set('chosen', 2);
  await new Promise(resolve => setTimeout(resolve, 300));
  assert.match(text(el, '.sw-waiting'), /^Still the snippets of GET \/a\/1. GET \/a\/2 follows/);
  assert.ok(el.parentElement?.hasAttribute('data-waiting'));
  model.set('endpoint', { ...endpoint, key: 2, path: '/a/2' });
  await settled();
  assert.equal(text(el, '.sw-waiting'), '');
  assert.ok(!el.parentElement?.hasAttribute('data-waiting'));
  const boxes = [...el.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  boxes[0]?.click();
  assert.deepEqual(model.get('hidden'), ['python sync_client']);
  end();
  assert.equal(model.listeners + list.listeners, 0);
});

/** The heading of cards of GET /a/1, beside a list that has that chosen. */
async function heading(): Promise<IDrawn & { list: Model; model: Model }> {
  const model = new Model({ ...HEADING });
  const list = (model.other = finderModel());
  return { ...(await draw('heading', model)), list, model };
}

/** Press the key that inserts: what comes of it; undefined: it inserts at once. */
function insertKey(
  el: HTMLElement,
  in_filter = false,
  has_moved = false
): Promise<boolean> | undefined {
  const detail: IReadyDetail = { in_filter, has_moved };
  el.dispatchEvent(new CustomEvent(protocol.ready, { detail }));
  return detail.result;
}

function show(model: Model, key: number): void {
  model.set('endpoint', { ...(model.get('endpoint') as object), key });
}

test('the key that inserts waits for the cards of the row chosen, and inserts once', async () => {
  const { el, end, list, model } = await heading();
  assert.equal(insertKey(el), undefined);
  list.set('chosen', 2);
  const first = insertKey(el);
  assert.equal(await insertKey(el), false);
  await new Promise(resolve => setTimeout(resolve, 1_050));
  const says = el.querySelectorAll('.sw-waiting')[1]!;
  assert.equal(says.textContent, 'GET /a/2 is inserted as soon as its snippets arrive.');
  show(model, 2);
  assert.equal(await first, true);
  assert.equal(says.textContent, '');
  assert.equal(insertKey(el), undefined);
  list.set('chosen', 0);
  const left = insertKey(el);
  list.set('chosen', 1);
  assert.equal(await left, false);
  assert.equal(says.textContent, 'GET /a/0 was not inserted: another endpoint was chosen.');
  end();
  assert.equal(model.listeners + list.listeners, 0);
});

test('a row that the kernel could not follow any more is taken back, and told', async () => {
  const { el, end, list, model } = await heading();
  const told: unknown[] = [];
  const take = (event: Event): number => told.push((event as CustomEvent).detail);
  document.addEventListener(protocol.undelivered, take);
  list.set('rows', [
    ...ROWS,
    [3, ...protocol.details.undelivered.operation.split(' '), '', '', []]
  ]);
  list.set('chosen', 3);
  await settled();
  assert.deepEqual(told, []);
  el.parentElement!.classList.add('jupyter-widgets-disconnected');
  model.emit('comm_live_update');
  await settled();
  assert.equal(list.get('chosen'), 1);
  assert.deepEqual(told, [protocol.details.undelivered]);
  document.removeEventListener(protocol.undelivered, take);
  end();
});

test('a load level that the kernel could not follow any more is taken back, and told', async () => {
  const model = new Model({ ...HEADING });
  model.other = finderModel();
  const panel = document.createElement('div');
  panel.innerHTML = `<div class="widget-dropdown"><label>Load level</label>
    <select><option>Whole program</option><option>Call only</option></select></div>`;
  const select = panel.querySelector('select')!;
  const { end } = await draw('heading', model, panel);
  const told: unknown[] = [];
  panel.addEventListener(protocol.undelivered, event => told.push((event as CustomEvent).detail));
  model.emit('comm_live_update');
  await settled();
  assert.deepEqual(told, []);
  select.value = 'Call only';
  model.emit('comm_live_update');
  await settled();
  assert.equal(select.value, 'Whole program');
  assert.deepEqual(told, [{ operation: '', load_level: 'Call only' }]);
  end();
});

test('the heading adds its endpoint to what the notebook keeps', async () => {
  const { el, end, model } = await heading();
  model.set('endpoint', { ...(model.get('endpoint') as object), path: '/ping' });
  const collected = { operation: '', cards: [] };
  el.dispatchEvent(new CustomEvent(protocol.collect, { detail: collected }));
  assert.equal(collected.operation, protocol.details.collect.operation);
  end();
});

test('Escape leads out of the panel where nothing else uses it', async () => {
  const { el, end } = await heading();
  const left: unknown[] = [];
  const take = (event: Event): number => left.push((event as CustomEvent).detail);
  document.addEventListener(protocol.leave, take);
  el.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await settled();
  assert.deepEqual(left, [protocol.details.leave]);
  document.removeEventListener(protocol.leave, take);
  end();
});

test('pressed in the filter it means the first match of what was typed', async () => {
  const { el, end, list, model } = await heading();
  list.set('query', 'get_2');
  const result = insertKey(el, true);
  await settled();
  assert.equal(list.get('chosen'), 1); // the rows are of another query
  list.set('rows', [ROWS[2]]);
  list.set('found', 'get_2');
  await settled();
  assert.equal(list.get('chosen'), 2);
  show(model, 2);
  assert.equal(await result, true);
  list.set('rows', ROWS);
  assert.equal(insertKey(el, true, true), undefined); // of these matches the user has moved to one
  assert.equal(list.get('chosen'), 2);
  const best = insertKey(el, true); // this one was chosen before anything was typed
  assert.equal(list.get('chosen'), 0);
  show(model, 0);
  assert.equal(await best, true);
  list.set('rows', []);
  assert.equal(await insertKey(el, true), false);
  assert.equal(list.get('chosen'), 0);
  end();
});

test('in the list of versions the name gives way where there is no room, never the version', async () => {
  const label = 'TypeScript · @elevenlabs/elevenlabs-js 2.20.1';
  const model = new Model({ ...HEADING, versions: [label] });
  model.other = finderModel();
  const { el, end } = await draw('heading', model);
  assert.equal(el.querySelector('.sw-compare[data-chosen]'), null);
  model.set('compared', 0);
  await settled();
  assert.equal(el.querySelector<HTMLSelectElement>('.sw-versions')?.title, label);
  assert.ok(el.querySelector('.sw-compare[data-chosen] [aria-hidden=true]'));
  assert.equal(text(el, '.sw-compared-name'), 'TypeScript · @elevenlabs/elevenlabs-js');
  assert.equal(text(el, '.sw-compared-version'), '2.20.1');
  end();
});

test('a summary that is cut has a button that shows it whole', async () => {
  const endpoint = { key: 1, method: 'GET', path: '/a', call: '', summary: 'Get it, or not.' };
  const model = new Model({ ...HEADING, endpoint });
  model.other = finderModel();
  const { el, end } = await draw('heading', model);
  const summary = el.querySelector<HTMLElement>('.sw-endpoint-summary')!;
  const more = summary.querySelector<HTMLButtonElement>('button')!;
  const resize = (scrollWidth: number): void => {
    Object.defineProperty(summary, 'scrollWidth', { value: scrollWidth, configurable: true });
    followed.get(summary)!();
  };
  resize(0);
  assert.equal(more.hidden, true);
  summary.click();
  assert.equal(more.getAttribute('aria-expanded'), 'false');
  resize(500);
  assert.equal(more.hidden, false);
  assert.equal(more.getAttribute('aria-label'), 'Whole summary');
  more.click();
  assert.equal(more.getAttribute('aria-expanded'), 'true');
  resize(0); // now it is whole
  assert.equal(more.hidden, false);
  summary.click();
  assert.equal(more.getAttribute('aria-expanded'), 'false');
  resize(0);
  assert.equal(more.hidden, true);
  assert.equal(summary.textContent, 'Get it, or not.');
  end();
});

function point(node: Element, by = 'pointermove'): void {
  node.dispatchEvent(new Event(by, { bubbles: true }));
}

test('under the pointer cards keep the room that they had, and nothing moves later', async t => {
  const model = new Model({ ...HEADING });
  model.other = finderModel();
  const panel = document.createElement('div');
  panel.innerHTML =
    '<div class="snippet-widget-cards"><div class="sw-card-root">' +
    '<div class="sw-frame"><div class="sw-code"></div></div></div></div>';
  const [cards, frame, code] = ['.snippet-widget-cards', '.sw-frame', '.sw-code'].map(selector =>
    panel.querySelector<HTMLElement>(selector)!
  );
  let needed = 300;
  Object.defineProperty(code, 'offsetHeight', { get: () => needed });
  Object.defineProperty(cards, 'offsetHeight', {
    get: () => Math.max(needed, parseFloat(cards!.style.minHeight) || 0)
  });
  Object.defineProperty(cards, 'clientWidth', { value: 870 });
  const { el, end } = await draw('heading', model, panel);
  const above = document.createElement('div');
  panel.prepend(above, el);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const kept = (height: number): string[] => {
    needed = height;
    followed.get(cards!)!();
    t.mock.timers.tick(2_000);
    return [cards!.style.minHeight, frame!.style.getPropertyValue('--sw-code-height')];
  };
  assert.deepEqual(kept(300), ['', '300px']);
  point(cards!);
  assert.deepEqual(kept(0), ['300px', '300px']); // an endpoint without an example
  assert.deepEqual(kept(200), ['300px', '300px']);
  panel.dispatchEvent(new Event('keydown')); // the pointer only lies there
  assert.deepEqual(kept(200), ['', '200px']);
  point(cards!, 'pointerdown');
  assert.deepEqual(kept(100), ['200px', '200px']);
  panel.dispatchEvent(new Event('pointerleave'));
  assert.deepEqual(kept(200), ['', '200px']);
  point(cards!);
  assert.deepEqual(kept(100), ['200px', '200px']);
  point(above);
  t.mock.timers.tick(2_000);
  assert.equal(cards!.style.minHeight, '200px'); // nothing moves before a choice
  assert.deepEqual(kept(100), ['', '100px']); // an endpoint is chosen there, of whatever height
  assert.deepEqual(kept(200), ['', '200px']);
  point(cards!);
  assert.deepEqual(kept(100), ['200px', '200px']);
  point(above);
  panel.dispatchEvent(new Event('pointerleave'));
  assert.equal(cards!.style.minHeight, '');
  assert.deepEqual(kept(200), ['', '200px']);
  point(cards!);
  panel.dispatchEvent(Object.assign(new Event('pointerleave'), { clientY: 900 }));
  assert.equal(cards!.style.minHeight, '200px'); // what is below is what the pointer is on now
  end();
});

test('while the pointer is on the cards a title gets the room that the one before had', async () => {
  const model = new Model({ ...HEADING });
  model.other = finderModel();
  const { el, end } = await draw('heading', model);
  const panel = el.parentElement!;
  const about = el.querySelector<HTMLElement>('.sw-about')!;
  const title = el.querySelector<HTMLElement>('.sw-endpoint')!;
  await settled();
  let needed = 45;
  Object.defineProperty(about, 'offsetHeight', {
    get: () => Math.max(needed, parseFloat(about.style.minHeight) || 0)
  });
  const above = document.createElement('div');
  panel.prepend(above);
  point(el);
  needed = 25;
  followed.get(about)!();
  assert.deepEqual([about.style.minHeight, title.style.maxHeight], ['45px', '40px']);
  needed = 65; // a summary is unfolded
  title.click();
  assert.deepEqual([about.style.minHeight, title.style.maxHeight], ['65px', '60px']);
  const releases = [
    () => panel.dispatchEvent(new Event('pointerleave')),
    () => panel.dispatchEvent(new Event('keydown')),
    () => point(above),
    () => el.dispatchEvent(new Event('change'))
  ];
  for (const release of releases) {
    point(el);
    assert.deepEqual([about.style.minHeight, title.style.maxHeight], ['65px', '60px']);
    release();
    assert.deepEqual([about.style.minHeight, title.style.maxHeight], ['', '']);
  }
  end();
});
