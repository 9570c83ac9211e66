import assert from 'node:assert/strict';
import { test } from 'node:test';

import { breaksOf, indentOf, wholeParts } from '../src/components/codelines.js';
import { withoutLinks } from '../src/components/heading/markdown.js';
import { staleCardsText } from '../src/components/heading/stalecards.js';

test('a line hangs from where it begins', () => {
  assert.equal(indentOf('    a = 1'), 4);
  assert.equal(indentOf('\ta'), 4);
  assert.equal(indentOf('  \ta'), 4);
  assert.equal(indentOf(''), 0);
});

test('what has no blanks for long goes on in the next line between its parts', () => {
  const broken = (text: string): string =>
    breaksOf(text).reduceRight((rest, at) => `${rest.slice(0, at)}|${rest.slice(at)}`, text);
  assert.equal(broken('a client.users.get(a_b.c=1)'), 'a client.users.get(a_b.c=1)');
  assert.equal(
    broken('x = client.conversational_ai.agents.create('),
    'x = client.|conversational_ai.|agents.|create('
  );
  assert.equal(
    broken('    get_dashboard_settings_of_workspace=1'),
    '    get_|dashboard_|settings_|of_|workspace=|1'
  );
  assert.equal(
    broken('AsyncBirdsong(api_key="YOUR_API_KEY", other=[])'),
    'AsyncBirdsong(|api_key=|"YOUR_API_KEY", other=[])'
  );
});

test('what a browser would break at a hyphen goes on as a whole, without the name before it', () => {
  const whole = (text: string): string[] => wholeParts(text).map(each => text.slice(...each));
  assert.deepEqual(whole('    species_code="eurasian-wren",'), ['"eurasian-wren",']);
  assert.deepEqual(whole('f(["a-b", \'c=d-e\'], x-1)'), ['"a-b",', "'c=d-e'],", 'x-1)']);
  assert.deepEqual(whole('"https://a.test/b" if x - 1 else "well-known words"'), [
    '"https://a.test/b"',
    '"well-known'
  ]);
  assert.deepEqual(whole('    client = Acme(token="a_b") - '), []);
  assert.deepEqual(whole('match = client.recordings.identify('), ['client.recordings.identify(']);
});

test('what the cards show and what they wait for is said', () => {
  const endpoint = { key: 0, method: 'GET', path: '/users', call: '', summary: '' };
  assert.equal(
    staleCardsText(endpoint, 'POST /orders', false),
    'Still the snippets of GET /users. POST /orders follows as soon as the kernel is free.'
  );
  assert.equal(
    staleCardsText({ ...endpoint, key: -1 }, 'POST /orders', true),
    'POST /orders follows as soon as the service answers.'
  );
});

test('a link of a summary is shown as its text', () => {
  assert.equal(
    withoutLinks('Follow our [guides](https://docs.example/chat-api), [1] and (2).'),
    'Follow our guides, [1] and (2).'
  );
});
