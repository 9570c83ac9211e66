/** What a notebook keeps of a panel is made of what it shows, and changed by nothing else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import protocol from '../protocol.json' with { type: 'json' };
import { staticCards } from '../src/extension/staticcards.js';
import './component_page.js';

const STORED =
  '<div class="sw-static"><style>.sw-static > p { margin: 0; }</style>' +
  '<p><strong><code>GET /old</code></strong></p><div class="sw-static-cards"></div></div>';

const CARD = {
  operation: 'GET /users/{id}',
  title: 'Python · <sync>',
  sdk: 'acme_sdk 1.0',
  html: '<span class="sw-keyword">if</span> a &lt; b:\n\n    "```"\n',
  lexer: 'python',
  warnings: ['It is <b>deprecated</b>.'],
  verified: 'It runs.'
};

const SHOWN = { operation: 'GET /users/{id}', cards: [CARD] };

test('the cards shown take the place of the stored ones, and the style stays', () => {
  const kept = staticCards(STORED, SHOWN);
  assert.ok(kept);
  assert.equal(
    kept['text/html'],
    '<div class="sw-static"><style>.sw-static > p { margin: 0; }</style>' +
      '<p><strong><code>GET /users/{id}</code></strong></p><div class="sw-static-cards">' +
      '<div class="sw-static-card"><p><strong>Python · &lt;sync&gt;</strong> acme_sdk 1.0</p>' +
      '<p>✓ It runs.</p><ul><li>It is &lt;b&gt;deprecated&lt;/b&gt;.</li></ul>' +
      '<pre tabindex="0"><code class="sw-code"><span class="sw-keyword">if</span> a &lt; b:\n' +
      '&#10;    "```"\n</code></pre></div></div></div>'
  );
  assert.equal(
    kept['text/markdown'],
    '**`GET /users/{id}`**\n\n**Python · \\<sync\\>** (`acme_sdk 1.0`)\n\n* ✓ It runs.\n\n' +
      '* It is \\<b\\>deprecated\\</b\\>.\n\n````python\nif a < b:\n\n    "```"\n````\n'
  );
});

test('what the contract says of the components is what is kept of them', () => {
  const kept = staticCards(STORED, protocol.details.collect);
  assert.equal(
    kept?.['text/markdown'],
    '**`GET /ping`**\n\n**Python · sync** (`acme 1.0`)\n\n* It is deprecated.\n\n' +
      '```python\nclient.ping()\n```\n'
  );
});

test('what is stored already, or is not of a panel, is left alone', () => {
  const kept = staticCards(STORED, SHOWN);
  assert.ok(kept);
  assert.equal(staticCards(kept['text/html'], SHOWN), null);
  assert.equal(staticCards('<p>Other</p>', SHOWN), null);
});

test('a heading and cards of two endpoints are not kept', () => {
  const other = { ...CARD, operation: 'GET /users' };
  assert.equal(staticCards(STORED, { ...SHOWN, operation: 'GET /users' }), null);
  assert.equal(staticCards(STORED, { ...SHOWN, cards: [CARD, other] }), null);
  assert.equal(staticCards(STORED, { ...SHOWN, operation: '' }), null);
  assert.equal(staticCards(STORED, { ...SHOWN, cards: [] }), null);
});
