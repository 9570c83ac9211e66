/** A card as it is drawn: what the kernel says is what is seen. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import protocol from '../protocol.json' with { type: 'json' };
import { HEADING, Model, type Traits, draw, finderModel, settled, text } from './component_page.js';

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
  other_client: '',
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
  compatibility: 'acme is not installed in this kernel.',
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
  const { el, end } = await draw('card', model);
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
  const { el, end } = await draw('card', model);
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
  const model = new Model({ ...CARD, operation: 'GET /a', not_shown: 7 });
  const panel = document.createElement('div');
  const { el, end } = await draw('card', model, panel);
  el.querySelector<HTMLElement>('[data-snippet-widget=insert]')?.click();
  await settled();
  const said = el.querySelector('.sw-heading > .sw-message[aria-live=polite]');
  assert.equal(said?.textContent, 'Inserted as cell 5.');
  assert.equal(
    text(el, '.sw-rest'),
    '7 more characters are not shown; Copy and Insert include them.'
  );
  model.set('not_shown', 1);
  assert.equal(text(el, '.sw-rest'), '1 more character is not shown; Copy and Insert include it.');
  model.set('missing', ['client: acme.Acme()']); // the new cell is run
  assert.equal(said.textContent, 'Inserted as cell 5.');
  model.set('html', 'y'); // the same endpoint in another form
  assert.equal(said.textContent, 'Inserted as cell 5.');
  model.set('operation', 'GET /b'); // chosen since
  assert.equal(said.textContent, '');
  panel.dataset['waiting'] = ''; // the list highlights the next one already
  el.querySelector<HTMLElement>('[data-snippet-widget=insert]')?.click();
  await settled();
  assert.equal(said.textContent, 'Inserted as cell 5.');
  model.set('operation', 'GET /c');
  assert.equal(said.textContent, 'GET /b: Inserted as cell 5.');
  model.set('html', 'z');
  assert.equal(said.textContent, 'GET /b: Inserted as cell 5.');
  model.set('operation', 'GET /d');
  assert.equal(said.textContent, '');
  document.removeEventListener('snippet-widget:insert', answer);
  end();
});

test('a card adds what it shows to what the notebook keeps', async () => {
  const { cards } = protocol.details.collect;
  const { el, end } = await draw('card', new Model({ ...CARD, ...cards[0] }));
  const collected = { operation: '', cards: [] };
  el.dispatchEvent(new CustomEvent(protocol.collect, { detail: collected }));
  assert.deepEqual(collected, { operation: '', cards });
  end();
});

test('a folded card keeps its buttons, and one that is not shown is hidden', async () => {
  const model = new Model({ ...CARD, folded: true, foldable: true });
  const { el, end } = await draw('card', model);
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

test('Insert says where it puts the snippet, unless that is below', async () => {
  let position = 'replace';
  const answer = (event: Event): void => {
    const { detail } = event as CustomEvent<Traits>;
    detail['result'] = { position, refused: null, has_setup: false };
    event.preventDefault();
  };
  document.addEventListener('snippet-widget:ask', answer);
  const { el, end } = await draw('card', new Model({ ...CARD, title: 'Python · sync' }));
  const button = el.querySelector<HTMLElement>('[data-snippet-widget=insert]')!;
  const word = button.querySelector<HTMLElement>('.sw-action-position')!;
  await settled();
  assert.deepEqual([word.textContent, word.hidden], ['in place', false]);
  assert.equal(button.getAttribute('aria-label'), 'Insert in place: Python · sync');
  position = 'below';
  el.dispatchEvent(new Event('focusin'));
  assert.deepEqual([word.textContent, word.hidden], ['', true]);
  assert.equal(button.getAttribute('aria-label'), 'Insert Python · sync');
  document.removeEventListener('snippet-widget:ask', answer);
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
  const { el, end } = await draw('card', model);
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
  const { el, end } = await draw('card', model);
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

test('a call that is all that the card has says what it needs, as long as that is not there', async () => {
  let has_setup = false;
  const answer = (event: Event): void => {
    (event as CustomEvent<Traits>).detail['result'] = {
      position: 'below',
      refused: null,
      has_setup
    };
    event.preventDefault();
  };
  document.addEventListener('snippet-widget:ask', answer);
  const model = new Model({ ...CARD, missing: ['client', 'UserMessage'] });
  const { el, end } = await draw('card', model);
  const needs = el.querySelector<HTMLElement>('.sw-needs')!;
  assert.equal(
    needs.textContent,
    'Needs client and UserMessage in this notebook first: load level “Whole program” has them.'
  );
  assert.equal(needs.hidden, false);
  model.set('missing', ['client']);
  assert.match(needs.textContent, /^Needs client in .* has it\.$/);
  model.set('other_client', 'client is ElevenLabs now, not the sync client of cohere.');
  assert.match(needs.textContent, / has it\. client is ElevenLabs now, not the .* of cohere\.$/);
  model.set('call_source', 'x'); // the program brings it
  assert.equal(needs.hidden, true);
  model.set('call_source', '');
  has_setup = true; // as soon as a cell of the notebook binds it
  document.dispatchEvent(new Event('snippet-widget:changed'));
  assert.equal(needs.hidden, true);
  document.removeEventListener('snippet-widget:ask', answer);
  end();
});

test('cards wait for their heading, and until then insert what stands on them', async t => {
  const inserted: unknown[] = [];
  const take = (event: Event): void => {
    const { detail } = event as CustomEvent<Traits>;
    inserted.push(detail['source']);
    detail['result'] = { index: 0, position: 'below' };
    event.preventDefault();
  };
  document.addEventListener('snippet-widget:insert', take);
  const [heading, model] = [new Model({ ...HEADING }), new Model({ ...CARD })];
  heading.other = finderModel();
  const above = await draw('heading', heading);
  const { el, end } = await draw('card', model, above.el.parentElement);
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
  t.mock.timers.enable({ apis: ['setTimeout'] });
  model.set('drawing', 2);
  model.set('html', 'late');
  t.mock.timers.tick(2_000); // as a kernel takes that is given little of a processor
  assert.equal(text(el, 'code'), 'another');
  t.mock.timers.tick(1_000);
  assert.equal(text(el, 'code'), 'late'); // its heading has not come
  document.removeEventListener('snippet-widget:insert', take);
  end();
  above.end();
  assert.equal(model.listeners + heading.listeners, 0);
});
