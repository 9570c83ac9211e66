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

test('a client bound by with is a part of the set-up, and none that lasts', () => {
  const program = `from acme import Acme, open_sound

with Acme(key=get("(")) as client, open_sound("a.wav") as sound:
    client.sing(sound)
`;
  const call = 'client.sing(sound)';
  const imports = 'from acme import Acme, open_sound';
  assert.equal(hasSetup(program, call, [imports]), false);
  assert.equal(hasSetup(program, call, [program]), false);
  assert.equal(hasSetup(program, call, [imports, 'client = Acme()']), false);
  assert.equal(hasSetup(program, call, [imports, 'client = Acme()\nsound = open_sound("b")']), true);
});

test('what the call binds itself is not asked of the notebook', () => {
  const call = 'async with open("a.wav") as sound:\n    await client.sing(sound)';
  const program = `import acme\n\nclient: acme.Acme = acme.Acme()\n${call}`;
  const cell = 'import acme\nclient = acme.Acme(  # :(\n    key=")"\n)';
  assert.equal(hasSetup(program, call, [cell]), true);
});
