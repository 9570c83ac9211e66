/** The key that inserts: what the extension asks a panel's components before it clicks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import protocol from '../protocol.json' with { type: 'json' };
import { insertByKey } from '../src/extension/insertbykey.js';
import { SelectedCard } from '../src/extension/selectedcard.js';
import type { IReadyDetail } from '../src/protocol.js';
import './component_page.js';

test('pressed in a filter the key asks the components of its panel, and waits', async () => {
  document.body.innerHTML =
    '<div class="snippet-widget-panel"><div data-lm-suppress-shortcuts><input class="sw-filter">' +
    '</div></div>';
  document.querySelector<HTMLElement>('.sw-filter')?.focus();
  const asked: IReadyDetail[] = [];
  document
    .querySelector('[data-lm-suppress-shortcuts]')
    ?.addEventListener(protocol.ready, event => {
      const { detail } = event as CustomEvent<IReadyDetail>;
      asked.push({ ...detail });
      detail.result = Promise.resolve(false);
    });
  await insertByKey(new SelectedCard(), null);
  assert.deepEqual(asked, [protocol.details.ready]);
});
