/** The components as they are built, drawn into a document: what the kernel says is what is seen. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Window } from 'happy-dom';

import protocol from '../protocol.json' with { type: 'json' };
import type { IReadyDetail } from '../src/protocol.js';

const window = new Window();
const NODES = ['document', 'Element', 'HTMLElement', 'Text', 'Node'];
const GLOBALS = [...NODES, 'Event', 'CustomEvent', 'KeyboardEvent'];
for (const name of GLOBALS) {
  Object.assign(globalThis, { [name]: window[name as keyof Window] });
}

/** Elements whose sizes are followed, and what to call when they change. */
const followed = new Map<Element, () => void>();
Object.assign(globalThis, {
  ResizeObserver: class {
    constructor(private readonly _action: () => void) {}
    observe(node: Element): void {
      followed.set(node, this._action);
    }
    disconnect(): void {}
  },
  window,
  getComputedStyle: window.getComputedStyle.bind(window),
  requestAnimationFrame: (action: () => void) => setTimeout(action),
  localStorage: window.localStorage
});

type Traits = Record<string, unknown>;

/** A model of anywidget's kind; `listeners` counts what is still connected. */
class Model {
  constructor(private readonly _traits: Traits) {}

  readonly sent: unknown[] = [];
  readonly widget_manager = { get_model: () => Promise.resolve(this.other) };
  other: Model = this;

  get listeners(): number {
    return [...this._actions.values()].reduce((count, actions) => count + actions.size, 0);
  }

  get(name: string): unknown {
    return this._traits[name];
  }

  set(name: string, value: unknown): void {
    this._traits[name] = value;
    this.emit(`change:${name}`);
    this.emit('change');
  }

  save_changes(): void {}

  send(content: unknown): void {
    this.sent.push(content);
  }

  on(events: string, action: (...args: unknown[]) => void): void {
    for (const name of events.split(' ')) {
      this._actions.set(name, (this._actions.get(name) ?? new Set()).add(action));
    }
  }

  off(events: string, action: (...args: unknown[]) => void): void {
    events.split(' ').forEach(name => this._actions.get(name)?.delete(action));
  }

  emit(name: string, ...args: unknown[]): void {
    this._actions.get(name)?.forEach(action => action(...args));
  }

  private readonly _actions = new Map<string, Set<(...args: unknown[]) => void>>();
}

interface IDrawn {
  el: HTMLElement;
  end: () => void;
}

async function drawn(name: string, model: Model, within?: Element | null): Promise<IDrawn> {
  const url = new URL(`../../../widget/components/bundles/${name}.js`, import.meta.url);
  const component = (await import(url.href)) as {
    default: { render: (props: { model: Model; el: HTMLElement }) => () => void };
  };
  const el = document.createElement('div');
  const panel = within ?? document.createElement('div');
  panel.className = 'snippet-widget-panel';
  panel.append(el);
  document.body.append(panel);
  const end = component.default.render({ model, el });
  await settled();
  return { el, end };
}

function settled(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 5));
}

function text(el: HTMLElement, selector: string): string {
  return el.querySelector(selector)?.textContent ?? '';
}

const CARD: Traits = {
  drawing: 0,
  title: 'Python · sync',
  sdk: 'acme 1.0',
  html: '<span class="k">if</span> x:\n    <span class="s">"a\n\n  b"</span>\n',
  code: 'if x:\n    "a\n\n  b"\n',
  cell_source: 'x',
  cell_type: 'code',
  metadata: {},
  call_source: '',
  call_metadata: {},
  setup: [],
  missing: [],
  places: [],
  call_places: [],
  group: 'g',
  warnings: ['careful'],
  repairs: ['one', 'two'],
  verified: 'Runs.',
  not_shown: 0,
  has_published: true,
  has_repairs: false,
  published: false,
  has_required_only: true,
  required_only: false,
  parameters: [
    ['name', 'str', true, '', ''],
    ['limit', 'int', false, '10', 'How many, of [``all``](https://x.test).']
  ],
  docs: 'https://docs.test/',
  fit: 'acme is not installed in this kernel.',
  install: '%pip install acme==1.0',
  wrap: true,
  folded: false,
  foldable: false,
  shown: true,
  examples: [],
  example: 0
};

test('a card shows its code line by line, and the text stays the code', async () => {
  const model = new Model({ ...CARD });
  const { el, end } = await drawn('card', model);
  const lines = [...el.querySelectorAll<HTMLElement>('.sw-line')];
  assert.equal(text(el, 'code'), 'if x:\n    "a\n\n  b"');
  assert.deepEqual(
    lines.map(line => line.style.getPropertyValue('--sw-indent')),
    ['2ch', '6ch', '4ch']
  );
  const strings = [...lines[2]!.querySelectorAll('.s')].map(part => part.textContent);
  assert.deepEqual(strings, ['  b', '"']);
  assert.equal(lines[2]!.querySelector('.sw-line-start')?.textContent, '  b'); // breaks nowhere
  assert.equal(text(el, '.sw-repairs summary'), '2 automatic fixes');
  assert.equal(text(el, '.sw-warnings summary'), '1 warning');
  assert.equal(text(el, '.sw-parameters summary'), 'Needs name; 1 optional');
  assert.equal(text(el, 'dl'), 'name str requiredlimit int default 10How many, of all.');
  assert.equal(text(el, 'dd code'), 'all');
  assert.equal(el.querySelector<HTMLAnchorElement>('.sw-docs')?.href, 'https://docs.test/');
  model.set('wrap', false);
  assert.equal(el.querySelectorAll('.sw-line').length, 0);
  end();
  assert.equal(model.listeners, 0);
});

test('a value with a hyphen is one element, and the text stays the code', async () => {
  const html =
    '<span class="n">f</span>(\n    <span class="s">"</span><span class="s">a-b</span>' +
    '<span class="s">"</span>,\n    <span class="n">x</span>=<span class="s">"c-d"</span>)\nlong_client.identify_all()';
  const model = new Model({ ...CARD, html });
  const { el, end } = await drawn('card', model);
  assert.equal(text(el, 'code'), 'f(\n    "a-b",\n    x="c-d")\nlong_client.identify_all()');
  const whole = [...el.querySelectorAll('.sw-whole')].map(each => each.textContent);
  assert.deepEqual(whole, ['"a-b",', '"c-d")', 'long_client.identify_all(']);
  assert.equal(el.querySelectorAll('.sw-whole wbr').length, 3);
  assert.equal(el.querySelectorAll('.sw-whole .s').length, 4); // highlighted as before
  end();
});

test('what came of a click is said over the heading, where nothing moves for it', async () => {
  const answer = (event: Event): void => {
    const { detail } = event as CustomEvent<Traits>;
    detail['result'] = { index: 4, position: 'below', cell_id: 'c' };
    event.preventDefault();
  };
  document.addEventListener('snippet-widget:insert', answer);
  const model = new Model({ ...CARD, not_shown: 7 });
  const { el, end } = await drawn('card', model);
  el.querySelector<HTMLElement>('[data-snippet-widget=insert]')?.click();
  await settled();
  const said = el.querySelector('.sw-heading > .sw-message[aria-live=polite]');
  assert.equal(said?.textContent, 'Inserted as cell 5.');
  assert.equal(text(el, '.sw-rest'), '7 more characters are copied and inserted.');
  model.set('missing', ['client: acme.Acme()']); // the new cell is run
  assert.equal(said.textContent, 'Inserted as cell 5.');
  model.set('html', 'y'); // the endpoint that was chosen before the click
  assert.equal(said.textContent, 'Inserted as cell 5.');
  document.removeEventListener('snippet-widget:insert', answer);
  end();
});

test('a folded card keeps its buttons, and one that is not shown is hidden', async () => {
  const model = new Model({ ...CARD, folded: true, foldable: true });
  const { el, end } = await drawn('card', model);
  assert.ok(el.querySelector<HTMLElement>('.sw-body')?.hidden);
  const fold = el.querySelector<HTMLElement>('.sw-fold');
  assert.equal(fold?.getAttribute('aria-expanded'), 'false');
  fold.click();
  assert.equal(model.get('folded'), false);
  assert.ok(!el.querySelector<HTMLElement>('.sw-body')?.hidden);
  model.set('shown', false);
  assert.ok(el.hidden);
  end();
});

test('the call alone is offered no longer where it is all that the card has', async () => {
  const answer = (event: Event): void => {
    const { detail } = event as CustomEvent<Traits>;
    detail['result'] = { position: 'below', refused: null, has_setup: true };
    event.preventDefault();
  };
  document.addEventListener('snippet-widget:ask', answer);
  const bare = { has_published: false, has_required_only: false };
  const model = new Model({ ...CARD, ...bare, call_source: 'x' });
  const { el, end } = await drawn('card', model);
  const forms = el.querySelector<HTMLElement>('.sw-forms')!;
  const [, , call] = el.querySelectorAll<HTMLElement>('.sw-forms > *');
  assert.equal(call?.hidden, false);
  model.set('call_source', '');
  assert.equal(call.hidden, true);
  assert.equal(forms.hidden, true);
  document.removeEventListener('snippet-widget:ask', answer);
  end();
});

test('the call alone is offered as soon, and as long, as the notebook has what it needs', async () => {
  const answer = (event: Event): void => {
    const { detail } = event as CustomEvent<Traits>;
    const has_setup = (detail['missing'] as string[]).length === 0;
    detail['result'] = { position: 'below', refused: null, has_setup };
    event.preventDefault();
  };
  document.addEventListener('snippet-widget:ask', answer);
  const bare = { has_published: false, has_required_only: false };
  const model = new Model({ ...CARD, ...bare, call_source: '' }); // load level "Call only"
  const { el, end } = await drawn('card', model);
  const [, , call] = el.querySelectorAll<HTMLElement>('.sw-forms > *');
  model.set('call_source', 'x');
  model.set('missing', ['client: acme.Acme()']);
  assert.equal(call?.hidden, true);
  assert.equal(call.parentElement?.hidden, false); // its place is kept: the next card must not move
  model.set('missing', []);
  assert.equal(call.hidden, false);
  document.removeEventListener('snippet-widget:ask', answer);
  end();
});

const ROWS = Array.from({ length: 3 }, (_, n) => [n, 'GET', `/a/${n}`, `a.get_${n}`, 'a', []]);

function finder(): Model {
  return new Model({ query: '', found: '', rows: ROWS, more: 2, note: '', chosen: 1 });
}

test('the list asks for the rows that are scrolled to, and takes them', async () => {
  const model = finder();
  const { el, end } = await drawn('finder', model);
  assert.deepEqual(model.sent, [{ kind: 'drawn' }]);
  assert.equal(text(el, '.sw-list-note'), '3 of 5 matches: scroll for the others');
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

test('the row that is chosen can be chosen again: the filter may name another example', async () => {
  const model = finder();
  const { el, end } = await drawn('finder', model);
  el.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.click();
  assert.deepEqual(model.sent.slice(1), [{ kind: 'again' }]);
  end();
});

function pressed(node: Element, key: string): void {
  node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

test('what is typed shows the best match and leads to it, whatever was chosen before', async () => {
  const model = finder();
  const { el, end } = await drawn('finder', model);
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

test('a kernel that is gone is sent nothing', async () => {
  const model = finder();
  const { el, end } = await drawn('finder', model);
  model.emit('msg:custom', { kind: 'heard', beside: false }); // greet again, later
  model.emit('comm_live_update');
  el.querySelector('.sw-list')?.dispatchEvent(new Event('scroll'));
  await new Promise(resolve => setTimeout(resolve, 450));
  assert.deepEqual(model.sent, [{ kind: 'drawn' }]);
  end();
});

test('while the kernel does not answer the rows that are here are searched', async () => {
  const model = finder();
  const { el, end } = await drawn('finder', model);
  const filter = el.querySelector<HTMLInputElement>('.sw-filter')!;
  filter.value = 'get_2';
  filter.dispatchEvent(new Event('input'));
  await new Promise(resolve => setTimeout(resolve, 450));
  assert.equal(el.querySelectorAll('[role=option]').length, 1);
  assert.match(text(el, '.sw-list-note'), /The kernel is busy: found among the 3 endpoints/);
  model.set('rows', []);
  model.set('found', 'get_2');
  await settled();
  assert.equal(el.querySelectorAll('[role=option]').length, 0);
  end();
});

async function typed(el: HTMLElement, query: string): Promise<void> {
  const filter = el.querySelector<HTMLInputElement>('.sw-filter')!;
  filter.value = query;
  filter.dispatchEvent(new Event('input'));
  await new Promise(resolve => setTimeout(resolve, 450));
}

test('without a kernel what is listed is searched, comes back, and cannot be chosen', async () => {
  const model = finder();
  model.set('query', '_');
  model.set('found', '_'); // the page was loaded again with a query in the filter
  const { el, end } = await drawn('finder', model);
  const options = (): Element[] => [...el.querySelectorAll('[role=option]')];
  model.emit('comm_live_update');
  assert.ok(options().every(each => each.getAttribute('aria-disabled') === 'true'));
  await typed(el, 'get_2');
  assert.equal(options().length, 1);
  assert.equal(
    text(el, '.sw-list-note'),
    'The kernel is gone: found among the 3 endpoints that are here.'
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

test('the heading names the endpoint of the cards, and what they wait for', async () => {
  const list = finder();
  const endpoint = { key: 1, method: 'GET', path: '/a/1', call: 'a.get_1', summary: 'Get it.' };
  const model = new Model({
    endpoint,
    asked: 1,
    finder: 'IPY_MODEL_1',
    columns: [
      ['python sync_client', 'Python · sync'],
      ['python async_client', 'Python · async']
    ],
    hidden: [],
    wrap: true,
    variables: ['ACME_KEY'],
    environment: false,
    versions: ['Python · acme 0.9', 'Python · cohere 5.15.0'],
    compared: -1
  });
  model.other = list;
  const { el, end } = await drawn('options', model);
  assert.equal(text(el, '[role=heading]'), 'GET /a/1 a.get_1 Get it. ');
  const versions = [...el.querySelectorAll('.sw-versions option')].map(each => each.textContent);
  assert.deepEqual(versions.slice(1), ['Python · acme 0.9', 'Python · coh… 5.15.0']);
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
  const endpoint = { key: 1, method: 'GET', path: '/a/1', call: '', summary: '' };
  const traits = { columns: [], hidden: [], versions: [], variables: [], compared: -1, asked: 1 };
  const model = new Model({ ...traits, endpoint, finder: '', wrap: true, environment: false });
  const list = (model.other = finder());
  return { ...(await drawn('options', model)), list, model };
}

/** Press the key that inserts: what comes of it; undefined: it inserts at once. */
function insertKey(el: HTMLElement, in_filter = false): Promise<boolean> | undefined {
  const detail: IReadyDetail = { in_filter };
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
  assert.equal(says.textContent, 'GET /a/2 is inserted as soon as it is here.');
  show(model, 2);
  assert.equal(await first, true);
  assert.equal(says.textContent, '');
  assert.equal(insertKey(el), undefined);
  list.set('chosen', 0);
  const left = insertKey(el);
  list.set('chosen', 1);
  assert.equal(await left, false);
  assert.equal(says.textContent, 'GET /a/0 is not inserted: another endpoint was chosen.');
  end();
  assert.equal(model.listeners + list.listeners, 0);
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
  assert.equal(insertKey(el, true), undefined); // of these matches one is chosen
  list.set('rows', []);
  assert.equal(await insertKey(el, true), false);
  assert.equal(list.get('chosen'), 2);
  end();
});

test('Enter with Ctrl, Alt or Meta chooses no row', async () => {
  const model = finder();
  const { el, end } = await drawn('finder', model);
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

test('a summary that is cut has a button that shows it whole', async () => {
  const endpoint = { key: 1, method: 'GET', path: '/a', call: '', summary: 'Get it, or not.' };
  const traits = { columns: [], hidden: [], versions: [], variables: [], compared: -1, asked: 1 };
  const model = new Model({ ...traits, endpoint, finder: '', wrap: true, environment: false });
  model.other = finder();
  const { el, end } = await drawn('options', model);
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

const HEADING: Traits = {
  drawing: 0,
  endpoint: { key: 1, method: 'GET', path: '/a/1', call: '', summary: '' },
  asked: 1,
  finder: 'IPY_MODEL_1',
  columns: [],
  hidden: [],
  wrap: true,
  variables: [],
  environment: false,
  versions: [],
  compared: -1
};

test('cards wait for their heading, and until then insert what stands on them', async () => {
  const inserted: unknown[] = [];
  const take = (event: Event): void => {
    const { detail } = event as CustomEvent<Traits>;
    inserted.push(detail['source']);
    detail['result'] = { index: 0, position: 'below' };
    event.preventDefault();
  };
  document.addEventListener('snippet-widget:insert', take);
  const [heading, model] = [new Model({ ...HEADING }), new Model({ ...CARD })];
  heading.other = finder();
  const above = await drawn('options', heading);
  const { el, end } = await drawn('card', model, above.el.parentElement);
  const insert = el.querySelector<HTMLElement>('.sw-action')!;
  model.set('drawing', 1);
  model.set('html', 'other');
  model.set('cell_source', 'other');
  assert.match(text(el, 'code'), /^if x:/);
  insert.click();
  heading.set('drawing', 1);
  await settled();
  assert.equal(text(el, 'code'), 'other');
  insert.click();
  assert.deepEqual(inserted, ['x', 'other']);
  model.set('html', 'another'); // as an option of the card alone
  assert.equal(text(el, 'code'), 'another');
  model.set('drawing', 2);
  model.set('html', 'late');
  assert.equal(text(el, 'code'), 'another');
  await new Promise(resolve => setTimeout(resolve, 300));
  assert.equal(text(el, 'code'), 'late'); // its heading has not come
  document.removeEventListener('snippet-widget:insert', take);
  end();
  above.end();
  assert.equal(model.listeners + heading.listeners, 0);
});

test('status and comparison draw text, never HTML', async () => {
  const status = new Model({
    text: 'Run `<b>x</b>`.',
    level: 'info',
    action: 'Try again',
    loading: true,
    done: 1,
    total: 4
  });
  const line = await drawn('status', status);
  assert.equal(text(line.el, 'code'), '<b>x</b>');
  status.set('text', 'It is at <https://a.test/b>, not at <javascript:x>');
  const links = [...line.el.querySelectorAll('a')].map(each => [each.href, each.rel]);
  assert.deepEqual(links, [['https://a.test/b', 'noopener noreferrer']]);
  assert.equal(text(line.el, '.sw-status'), 'It is at https://a.test/b, not at <javascript:x>');
  assert.equal(text(line.el, '.sw-count'), '1 of 4');
  line.el.querySelector('button')?.click();
  assert.deepEqual(status.sent, ['action']);
  const rows = [
    [[1, 'a<b>', [[1, 4]]], null],
    [null, null],
    [
      [9, '    same', []],
      [9, '    same', []]
    ]
  ];
  const model = new Model({ title: 'T', left: 'l', right: 'r', rows, wrap: true });
  const difference = await drawn('difference', model);
  assert.equal(text(difference.el, 'del'), '<b>');
  assert.equal(text(difference.el, '.sw-diff-gap'), '⋯');
  const [changed, , same] = difference.el.querySelectorAll('tbody tr');
  assert.ok(changed?.classList.contains('sw-diff-changed'));
  assert.ok(!same?.classList.contains('sw-diff-changed')); // there once where the two are one column
  assert.equal(text(same as HTMLElement, '.sw-line-start'), '    s'); // breaks nowhere
  const line9 = same?.querySelector<HTMLElement>('.sw-diff-line');
  assert.equal(line9?.style.getPropertyValue('--sw-indent'), '6ch');
  line.end();
  difference.end();
  assert.equal(status.listeners + model.listeners, 0);
});
