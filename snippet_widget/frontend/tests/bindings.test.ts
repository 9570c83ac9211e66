import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bindsInText, clientKey } from '../src/extension/bindings.js';

const PROGRAM = `import acme
from acme.types import (
    Filter,
    Page,
)

client = acme.AsyncAcme(
    token="x",
)
with acme.Acme() as short:
    inner = acme.Acme()
`;

test('a program binds what lasts: its imports, and what it makes', () => {
  for (const key of ['client: acme.AsyncAcme()', 'acme: acme', 'Page: acme.types.Page']) {
    assert.ok(bindsInText(PROGRAM, key), key);
  }
  assert.ok(bindsInText('client = Acme()', 'client: acme.Acme()'));
  assert.ok(bindsInText('client: Acme = await Acme()', 'client: acme.Acme()'));
});

test('where it is not known what a name stands for, whatever it is bound to will do', () => {
  for (const name of ['client', 'Page', 'acme']) {
    assert.ok(bindsInText(PROGRAM, name), name);
  }
  for (const name of ['inner', 'short', 'lien', 'token']) {
    assert.ok(!bindsInText(PROGRAM, name), name);
  }
  assert.ok(!bindsInText('client == other', 'client'));
});

test('another class, another name, and what ends with its block are not bound', () => {
  const others = [
    'client: acme.Acme()',
    'other: acme.AsyncAcme()',
    'short: acme.Acme()',
    'inner: acme.Acme()',
    'Acme: acme.Acme',
    'no key'
  ];
  for (const key of others) {
    assert.ok(!bindsInText(PROGRAM, key), key);
  }
  assert.ok(!bindsInText('result = client.ping()', 'client: acme.Acme()'));
});

test('a client whose class is not known is one of its SDK', () => {
  const [name, sdk, client] = ['client', 'python acme.voice', 'async_client'];
  assert.deepEqual(clientKey('client: python acme.voice async_client'), { name, sdk, client });
  for (const key of ['client', 'client: acme.Acme()', 'Page: acme.types.Page']) {
    assert.equal(clientKey(key), null);
  }
});
