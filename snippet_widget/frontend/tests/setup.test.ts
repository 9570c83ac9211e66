import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hasSetup } from '../src/setup.js';

const PROGRAM = `from acme import Acme
from acme.types import (
    Size,  # how much
    Tone as T,
)
import os

client = Acme(
    token="YOUR_TOKEN",
)
request = Request(size=Size.SMALL)
client.sing(request)
`;
const CALL = `request = Request(size=Size.SMALL)
client.sing(request)
`;

test('the same imports and client, in several cells and with other arguments', () => {
  const cells = [
    'from acme import Other, Acme\nfrom acme.types import Size, Tone as T',
    'import sys, os\nclient = Acme(token=os.environ["TOKEN"])'
  ];
  assert.equal(hasSetup(PROGRAM, CALL, cells), true);
});

test('a client of another class is not the same', () => {
  const cells = [PROGRAM.replace('client = Acme(', 'client = AsyncAcme(')];
  assert.equal(hasSetup(PROGRAM, CALL, cells), false);
});

test('an import that is missing is missing', () => {
  assert.equal(hasSetup(PROGRAM, CALL, [PROGRAM.replace('import os\n', '')]), false);
});

test('an import in a comment is none', () => {
  assert.equal(hasSetup('import os\nrun()', 'run()', ['# import os']), false);
});

test('a program that is its own call needs nothing, and has nothing to leave out', () => {
  assert.equal(hasSetup(CALL, CALL, [PROGRAM]), false);
});
