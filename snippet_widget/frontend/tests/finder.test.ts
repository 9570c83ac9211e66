/** The list of endpoints: its keys, its search, and how it is drawn. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import protocol from '../protocol.json' with { type: 'json' };
import { SubshellHandshake } from '../src/components/finder/subshellhandshake.js';
import { navigationTarget } from '../src/components/finder/listnavigation.js';
import { matching } from '../src/components/finder/localsearch.js';
import { type SentRow, rowOf } from '../src/components/finder/rows.js';
import type { IReadyDetail } from '../src/protocol.js';
import {
  HEADING,
  Model,
  ROWS,
  draw,
  finderModel,
  followed,
  settled,
  text,
  window
} from './component_page.js';

test('the keys of a list move within it', () => {
  assert.equal(navigationTarget('ArrowDown', 5, 4), 4);
  assert.equal(navigationTarget('ArrowUp', 5, 0), 0);
  assert.equal(navigationTarget('PageDown', 50, 3), 13);
  assert.equal(navigationTarget('End', 50, 3), 49);
  assert.equal(navigationTarget('Home', 50, 3), 0);
  assert.equal(navigationTarget('x', 50, 3), null);
});

const USERS_AND_ORDERS: SentRow[] = [
  [0, 'GET', '/v1/users', 'users.list', 'users', [[], [[1, 2]], []]],
  [1, 'POST', '/v1/orders', 'orders.create', 'orders', []]
];

test('while the kernel is busy the rows that are here are searched, word by word', () => {
  const rows = USERS_AND_ORDERS.map(rowOf);
  assert.deepEqual(
    matching(rows, 'Create post').map(({ key }) => key),
    [1]
  );
  assert.deepEqual(matching(rows, 'users'), [rowOf([0, 'GET', '/v1/users', 'users.list', '', []])]);
  assert.deepEqual(matching(rows, 'zzz'), []);
  assert.deepEqual(matching(rows, ' '), rows);
});

test('the list asks for the rows that are scrolled to, and takes them', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  assert.deepEqual(model.sent, [{ kind: 'ping' }]);
  assert.equal(text(el, '.sw-list-note'), '3 of 5 endpoints: scroll for the others');
  el.querySelector('.sw-list')?.dispatchEvent(new Event('scroll'));
  assert.deepEqual(model.sent[1], { kind: 'more', query: '', start: 3 });
  const more = [3, 4].map(n => [n, 'GET', `/a/${n}`, '', 'a', []]);
  model.emit('msg:custom', { kind: 'rows', query: 'old', start: 3, rows: more });
  assert.equal(el.querySelectorAll('[role=option]').length, 3);
  model.emit('msg:custom', { kind: 'rows', query: '', start: 3, rows: more });
  assert.equal(el.querySelectorAll('[role=option]').length, 5);
  assert.equal(el.querySelectorAll('[role=group]').length, 1); // they go on in the group above
  assert.equal(text(el, '.sw-list-note'), '');
  assert.equal(el.querySelectorAll('[aria-selected=true]').length, 1);
  end();
  assert.equal(model.listeners, 0);
});

test('End leads to the last row of all, and each row has its number among them', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  const list = el.querySelector<HTMLElement>('.sw-list')!;
  const [third, fourth] = [3, 4].map(n => [n, 'GET', `/a/${n}`, '', 'a', []]);
  list.dispatchEvent(new Event('scroll'));
  pressed(list, 'End');
  assert.deepEqual(model.sent[2], { kind: 'more', query: '', start: 3, count: 2 });
  model.emit('msg:custom', { kind: 'rows', query: '', start: 3, rows: [third] }); // as scrolled to
  assert.equal(model.get('chosen'), 1);
  model.emit('msg:custom', { kind: 'rows', query: '', start: 3, rows: [third, fourth] });
  assert.equal(model.get('chosen'), 4);
  const options = [...el.querySelectorAll('[role=option]')];
  assert.deepEqual(
    options.map(node => ['posinset', 'setsize'].map(name => node.getAttribute(`aria-${name}`))),
    [1, 2, 3, 4, 5].map(n => [`${n}`, '5'])
  );
  end();
});

test('who moves on before the last row is here is not taken there', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  const list = el.querySelector<HTMLElement>('.sw-list')!;
  pressed(list, 'End');
  pressed(list, 'Home');
  const rows = [3, 4].map(n => [n, 'GET', `/a/${n}`, '', 'a', []]);
  model.emit('msg:custom', { kind: 'rows', query: '', start: 3, rows });
  assert.equal(model.get('chosen'), 0);
  assert.equal(el.querySelectorAll('[role=option]').length, 5);
  end();
});

test('a row whose endpoint has no example says so', async () => {
  const model = finderModel();
  const [first] = ROWS;
  model.set('rows', [
    [...first!, true],
    [7, 'POST', '/b', '', 'b', [], false]
  ]);
  const { el, end } = await draw('finder', model);
  const names = [...el.querySelectorAll('[role=option]')].map(row =>
    row.getAttribute('aria-label')
  );
  assert.deepEqual(names, ['GET /a/0 a.get_0', 'POST /b no example']);
  assert.equal(text(el, '.sw-no-example'), 'no example');
  end();
});

test('two panels of a page share no id: the label of each leads to its own filter', async () => {
  const panels = await Promise.all(
    ['first', 'second'].map(copy => draw('finder', finderModel(), null, copy))
  );
  const ids = panels.flatMap(({ el }) => [...el.querySelectorAll('[id]')].map(each => each.id));
  assert.equal(ids.length, 12);
  assert.equal(new Set(ids).size, 12);
  for (const { el, end } of panels) {
    const filter = el.querySelector<HTMLInputElement>('.sw-filter')!;
    assert.equal(el.querySelector('label')!.htmlFor, filter.id);
    end();
  }
});

test('a few endpoints are listed without headings, and fit; some of many keep theirs', async () => {
  const model = finderModel();
  model.set('more', 0);
  model.set('rows', USERS_AND_ORDERS);
  const { el, end } = await draw('finder', model);
  assert.equal(el.querySelectorAll('[role=option]').length, 2);
  assert.equal(el.querySelectorAll('[role=group]').length, 0);
  model.set('more', 2);
  model.set('rows', [...USERS_AND_ORDERS]);
  await settled();
  assert.equal(el.querySelectorAll('[role=group]').length, 2);
  end();
});

test('the row that is chosen can be chosen again: the filter may name another example', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  el.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.click();
  assert.deepEqual(model.sent.slice(1), [{ kind: 'reselect' }]);
  end();
});

test('a key that inserts nothing says so at the filter that it is pressed in', async () => {
  const model = new Model({ ...HEADING });
  const list = (model.other = finderModel());
  const [{ el, end }, heading] = [await draw('finder', list), await draw('heading', model)];
  const filter = el.querySelector<HTMLInputElement>('.sw-filter')!;
  const pressKey = (in_filter: boolean): Promise<boolean> | undefined => {
    const detail: IReadyDetail = { in_filter };
    for (const part of [el, heading.el]) {
      part.dispatchEvent(new CustomEvent(protocol.ready, { detail }));
    }
    return detail.result;
  };
  filter.focus();
  list.set('query', 'zzz');
  list.set('rows', []);
  list.set('found', 'zzz');
  assert.equal(await pressKey(true), false);
  const said = el.querySelector('.sw-list-said')!;
  assert.equal(said.textContent, 'No endpoint matches: nothing was inserted.');
  assert.equal(said.getAttribute('aria-live'), 'polite');
  assert.equal(heading.el.querySelectorAll('.sw-waiting')[1]?.textContent, '');
  filter.dispatchEvent(new Event('input'));
  assert.equal(said.textContent, ''); // of what was typed before
  end();
  heading.end();
});

test('the list says whether somebody has moved in it since the filter changed', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  const filter = el.querySelector<HTMLInputElement>('.sw-filter')!;
  const hasMoved = (): boolean | undefined => {
    const detail: IReadyDetail = { in_filter: true };
    el.dispatchEvent(new CustomEvent(protocol.ready, { detail }));
    return detail.has_moved;
  };
  const type = (query: string): void => {
    filter.value = query;
    filter.dispatchEvent(new Event('input'));
  };
  type('get');
  pressed(filter, 'Enter'); // in the rows of another query
  assert.equal(hasMoved(), false);
  model.set('found', 'get');
  await settled();
  assert.equal(hasMoved(), false);
  el.querySelector<HTMLElement>('[data-key="2"]')?.click();
  assert.equal(hasMoved(), true);
  model.set('rows', [...ROWS]); // more of the same query have come
  await settled();
  assert.equal(hasMoved(), true);
  type('get_');
  assert.equal(hasMoved(), false);
  end();
  assert.equal(model.listeners, 0);
});

function pressed(node: Element, key: string): void {
  node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

test('what is typed shows the best match and leads to it, whatever was chosen before', async () => {
  const model = finderModel();
  model.set('more', 0);
  const { el, end } = await draw('finder', model);
  const list = el.querySelector<HTMLElement>('.sw-list')!;
  const filter = el.querySelector<HTMLInputElement>('.sw-filter')!;
  Object.defineProperty(list, 'clientHeight', { value: 20 });
  const bounds = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function (this: Element) {
    return new window.DOMRect(0, 100 * Number(this.getAttribute('data-key') ?? 0), 10, 10);
  };
  filter.value = 'get';
  filter.dispatchEvent(new Event('input'));
  model.set('found', 'get');
  await settled();
  assert.equal(list.scrollTop, 0);
  pressed(filter, 'ArrowDown');
  await settled();
  assert.equal(model.get('chosen'), 0);
  pressed(list, 'End');
  await settled();
  assert.equal(model.get('chosen'), 2);
  assert.equal(list.scrollTop, 180);
  model.set('rows', [...ROWS]); // more of the same query have come
  await settled();
  assert.equal(list.scrollTop, 180);
  pressed(filter, 'ArrowDown');
  assert.equal(model.get('chosen'), 2);
  Element.prototype.getBoundingClientRect = bounds;
  end();
});

test('a list with less room still shows the row chosen, unless somebody has scrolled away', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  const list = el.querySelector<HTMLElement>('.sw-list')!;
  const resize = (clientHeight: number): void => {
    Object.defineProperty(list, 'clientHeight', { value: clientHeight, configurable: true });
    followed.get(list)!();
  };
  const bounds = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function (this: Element) {
    const key = this.getAttribute('data-key');
    const top = key === null ? 0 : 100 * Number(key) - list.scrollTop;
    return new window.DOMRect(0, top, 10, key === null ? list.clientHeight : 10);
  };
  for (const row of el.querySelectorAll('.sw-row')) {
    Object.defineProperty(row, 'offsetHeight', { value: 10 });
  }
  resize(300);
  model.set('chosen', 2);
  await settled();
  assert.equal(list.scrollTop, 0); // it is in sight
  resize(150);
  assert.equal(list.scrollTop, 60);
  list.dispatchEvent(new Event('scroll'));
  resize(120);
  assert.equal(list.scrollTop, 90);
  list.scrollTop = 0;
  list.dispatchEvent(new Event('scroll'));
  resize(90);
  assert.equal(list.scrollTop, 0);
  Element.prototype.getBoundingClientRect = bounds;
  end();
});

test('a kernel is pinged less and less often, until a subshell answers', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let sent = 0;
  const handshake = new SubshellHandshake(() => (sent += 1));
  handshake.start();
  handshake.onPong({ kind: 'pong', subshell: false });
  mock.timers.tick(60);
  assert.equal(sent, 2);
  handshake.onPong({ kind: 'pong', subshell: false });
  mock.timers.tick(60);
  assert.equal(sent, 2);
  mock.timers.tick(60);
  assert.equal(sent, 3);
  handshake.onPong({ kind: 'pong', subshell: true });
  mock.timers.tick(10_000);
  assert.equal(sent, 3);
  for (let answer = 0; answer < 20; answer++) {
    handshake.onPong({ kind: 'pong', subshell: false });
    mock.timers.tick(10_000);
  }
  assert.equal(sent, 12);
  mock.timers.reset();
});

test('a kernel that is gone is sent nothing', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  model.emit('msg:custom', { kind: 'pong', subshell: false }); // ping again, later
  model.emit('comm_live_update');
  el.querySelector('.sw-list')?.dispatchEvent(new Event('scroll'));
  await new Promise(resolve => setTimeout(resolve, 450));
  assert.deepEqual(model.sent, [{ kind: 'ping' }]);
  end();
});

test('while the kernel does not answer the rows that are here are searched', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  const filter = el.querySelector<HTMLInputElement>('.sw-filter')!;
  filter.value = 'get_2';
  filter.dispatchEvent(new Event('input'));
  await new Promise(resolve => setTimeout(resolve, 450));
  assert.equal(el.querySelectorAll('[role=option]').length, 1);
  assert.match(text(el, '.sw-list-note'), /The kernel is busy: only the 3 loaded endpoints/);
  model.set('rows', []);
  model.set('found', 'get_2');
  await settled();
  assert.equal(el.querySelectorAll('[role=option]').length, 0);
  end();
});

test('one row that is here is one loaded endpoint', async () => {
  const model = finderModel();
  model.set('rows', [ROWS[0]]);
  const { el, end } = await draw('finder', model);
  model.emit('comm_live_update');
  await typed(el, 'nothing');
  const searched = 'The kernel is gone: only the loaded endpoint was searched.';
  assert.equal(text(el, '.sw-list-note'), searched);
  end();
});

async function typed(el: HTMLElement, query: string): Promise<void> {
  const filter = el.querySelector<HTMLInputElement>('.sw-filter')!;
  filter.value = query;
  filter.dispatchEvent(new Event('input'));
  await new Promise(resolve => setTimeout(resolve, 450));
}

test('without a kernel what is listed is searched, comes back, and cannot be chosen', async () => {
  const model = finderModel();
  model.set('query', '_');
  model.set('found', '_'); // the page was loaded again with a query in the filter
  const { el, end } = await draw('finder', model);
  const options = (): Element[] => [...el.querySelectorAll('[role=option]')];
  model.emit('comm_live_update');
  assert.ok(options().every(each => each.getAttribute('aria-disabled') === 'true'));
  await typed(el, 'get_2');
  assert.equal(options().length, 1);
  assert.equal(
    text(el, '.sw-list-note'),
    'The kernel is gone: only the 3 loaded endpoints were searched.'
  );
  assert.equal(options()[0]?.getAttribute('aria-disabled'), 'true');
  options()[0]?.dispatchEvent(new Event('click', { bubbles: true }));
  assert.equal(model.get('chosen'), 1);
  await typed(el, '');
  assert.equal(options().length, 3);
  await typed(el, 'get_2');
  await typed(el, '_'); // what the kernel found last
  assert.equal(options().length, 3);
  end();
});

test('Enter with Ctrl, Alt or Meta chooses no row', async () => {
  const model = finderModel();
  const { el, end } = await draw('finder', model);
  const press = (init: object): void => {
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init });
    el.querySelector('.sw-filter')!.dispatchEvent(key);
  };
  press({ ctrlKey: true, altKey: true });
  press({ metaKey: true });
  assert.equal(model.get('chosen'), 1);
  press({});
  assert.equal(model.get('chosen'), 0);
  end();
});

test('the list tells where its panel is: at first, and when that changes', async () => {
  const told: unknown[] = [];
  const take = (event: Event): number => told.push((event as CustomEvent).detail);
  document.addEventListener(protocol.panel_choice, take);
  const model = finderModel(); // of an older package, which does not say it
  const { end } = await draw('finder', model);
  assert.deepEqual(told, []);
  model.set('panel_choice', protocol.details.panel_choice.choice);
  await settled();
  assert.deepEqual(told, [protocol.details.panel_choice]);
  model.emit('msg:custom', { kind: 'pong', subshell: false }); // by now it is in the page
  assert.deepEqual(told, [protocol.details.panel_choice, protocol.details.panel_choice]);
  document.removeEventListener(protocol.panel_choice, take);
  end();
});

test('the end of a path and of a call is drawn apart: it is kept where room is short', async () => {
  const model = finderModel();
  const paths = ['/v1/models/{id}/events', '/users'];
  model.set(
    'rows',
    paths.map((path, n) => [
      n,
      'GET',
      path,
      'client.models.watch',
      '',
      [[], n ? [] : [[4, 21]], []]
    ])
  );
  const { el, end } = await draw('finder', model);
  const [first, second] = [...el.querySelectorAll('.sw-path')];
  assert.deepEqual(
    [...first!.children].map(part => [part.className, part.innerHTML.replaceAll(' class=""', '')]),
    [
      ['sw-part-start', '/v1/<mark>models/{id}</mark>'],
      ['sw-part-end', '<mark>/event</mark>s']
    ]
  );
  assert.equal(second!.innerHTML, '/users');
  const call = [...el.querySelector('.sw-call')!.children].map(part => part.textContent);
  assert.deepEqual(call, ['client.models', '.watch']);
  end();
});

test('the list says how many lines it has: a docked one is as high', async () => {
  const model = finderModel();
  model.set('more', 0);
  const { el, end } = await draw('finder', model);
  const lines = (): string => el.style.getPropertyValue('--sw-rows');
  assert.equal(lines(), '3');
  model.set('found', '/a/1');
  model.set('rows', [ROWS[1]]);
  await settled();
  assert.equal(lines(), '2'); // with its heading
  end();
});
