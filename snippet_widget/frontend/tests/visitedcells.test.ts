/** What is inserted above one after the other keeps its order, until the user does anything. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

import { VisitedCells } from '../src/extension/visitedcells.js';

const NOTEBOOK = {} as Notebook;
const [INSERTED, OTHER] = [{ isDisposed: false } as Cell, { isDisposed: false } as Cell];

/** Whether the next one follows the cell that was inserted above, after what the user does. */
function continuesAfter(act: (visits: VisitedCells) => void): boolean {
  const visits = new VisitedCells();
  visits.continueAbove(NOTEBOOK, INSERTED);
  act(visits);
  return visits.continuesAbove(NOTEBOOK, INSERTED);
}

test('clicks in a panel do not end it', () => {
  assert.ok(continuesAfter(() => undefined));
  assert.ok(continuesAfter(visits => visits.use(NOTEBOOK, OTHER, true)));
});

test('a click, a key, a run or another place ends it', () => {
  assert.ok(!continuesAfter(visits => visits.use(NOTEBOOK, INSERTED)));
  assert.ok(!continuesAfter(visits => visits.use(NOTEBOOK, OTHER)));
  assert.ok(!continuesAfter(visits => visits.onRun(NOTEBOOK)));
  assert.ok(!continuesAfter(visits => visits.onPositionChosen()));
});
