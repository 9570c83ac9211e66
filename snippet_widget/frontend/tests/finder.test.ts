import assert from 'node:assert/strict';
import { test } from 'node:test';

import { target } from '../src/components/finder/keys.js';
import { type Row, matching } from '../src/components/finder/rows.js';

test('the keys of a list move within it', () => {
  assert.equal(target('ArrowDown', 5, 4), 4);
  assert.equal(target('ArrowUp', 5, 0), 0);
  assert.equal(target('PageDown', 50, 3), 13);
  assert.equal(target('End', 50, 3), 49);
  assert.equal(target('Home', 50, 3), 0);
  assert.equal(target('x', 50, 3), null);
});

const ROWS: Row[] = [
  [0, 'GET', '/v1/users', 'users.list', 'users', [[], [[1, 2]], []]],
  [1, 'POST', '/v1/orders', 'orders.create', 'orders', []]
];

test('while the kernel is busy the rows that are here are searched, word by word', () => {
  assert.deepEqual(
    matching(ROWS, 'Create post').map(([key]) => key),
    [1]
  );
  assert.deepEqual(matching(ROWS, 'users'), [[0, 'GET', '/v1/users', 'users.list', '', []]]);
  assert.deepEqual(matching(ROWS, 'zzz'), []);
  assert.deepEqual(matching(ROWS, ' '), ROWS);
});
