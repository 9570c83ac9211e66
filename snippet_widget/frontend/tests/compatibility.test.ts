/** What Jupyter promises in no interface: each as Jupyter has it, and as it may have it no more. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { YNotebook } from '@jupyter/ydoc';

import {
  asOneStep,
  cellIndexAround,
  followSteps,
  isMissingWidget,
  notebookOfManager,
  pathOfContent,
  renewSubshells,
  undoSteps
} from '../src/compatibility.js';

test("the notebook's undo manager keeps quick steps apart", () => {
  const shared = YNotebook.create();
  for (const source of ['one', 'two']) {
    asOneStep(shared, () => shared.insertCell(0, { cell_type: 'code', source }));
  }
  assert.equal(undoSteps(shared).length, 2);
  shared.undo();
  assert.equal(undoSteps(shared).length, 1);
  assert.deepEqual(
    shared.cells.map(cell => cell.getSource()),
    ['one']
  );
  shared.dispose();
});

test('a notebook without an undo manager is changed all the same', () => {
  const done: string[] = [];
  const shared = { transact: (change: () => void) => change() } as unknown as YNotebook;
  asOneStep(shared, () => done.push('changed'));
  assert.deepEqual(done, ['changed']);
  assert.deepEqual(undoSteps(shared), []);
  followSteps(shared, () => assert.fail());
});

test('a step is followed through undo and redo', () => {
  const shared = YNotebook.create();
  asOneStep(shared, () => shared.insertCell(0, { cell_type: 'code', source: 'one' }));
  const [step] = undoSteps(shared);
  const replaced: [object, string][] = [];
  followSteps(shared, (before, after, by) => {
    assert.equal(before, replaced.at(-1)?.[0] ?? step);
    replaced.push([after, by]);
  });
  shared.undo();
  shared.redo();
  assert.deepEqual(
    replaced.map(([, by]) => by),
    ['undo', 'redo']
  );
  assert.equal(undoSteps(shared)[0], replaced[1]?.[0]);
  shared.dispose();
});

test("a cell's steps are its own, or the notebook's", () => {
  for (const disableDocumentWideUndoRedo of [true, false]) {
    const shared = YNotebook.create({ disableDocumentWideUndoRedo });
    const cell = shared.insertCell(0, { cell_type: 'code', source: 'one' });
    cell.updateSource(0, 0, 'typed ');
    assert.equal(undoSteps(cell).length, disableDocumentWideUndoRedo ? 1 : 0);
    shared.dispose();
  }
});

test("an output view's content has the notebook's path", () => {
  assert.equal(pathOfContent({ content: { path: 'a.ipynb' } }), 'a.ipynb');
  assert.equal(pathOfContent({ content: {} }), null);
  assert.equal(pathOfContent({}), null);
});

test("ipywidgets' manager has the notebook as its context", () => {
  const sharedModel = YNotebook.create();
  assert.equal(notebookOfManager({ context: { model: { sharedModel } } }), sharedModel);
  const readOnly = { context: { model: { sharedModel, readOnly: true } } };
  assert.equal(notebookOfManager(readOnly), null);
  assert.equal(notebookOfManager({ context: { model: { sharedModel: {} } } }), null);
  assert.equal(notebookOfManager(undefined), null);
  sharedModel.dispose(); // its timer would keep the process
});

test("a cell's node has its index as an attribute", () => {
  const inCell = { closest: () => ({ dataset: { windowedListIndex: '7' } }) };
  assert.equal(cellIndexAround(inCell as unknown as Element), 7);
  assert.equal(cellIndexAround({ closest: () => null } as unknown as Element), null);
});

test("ipywidgets' renderer marks its own node when the widget is missing", () => {
  const node = (names: string[], childElementCount: number): Element =>
    ({
      childElementCount,
      classList: { contains: (name: string) => names.includes(name) }
    }) as unknown as Element;
  assert.ok(isMissingWidget(node(['jupyter-widgets'], 0)));
  assert.ok(!isMissingWidget(node(['jupyter-widgets'], 1)));
  assert.ok(!isMissingWidget(node([], 0)));
});

test("a kernel's subshells are given up, and made anew where they are in use", async () => {
  const kernel = { commsOverSubshells: 'perCommTarget' };
  renewSubshells(kernel as never);
  assert.equal(kernel.commsOverSubshells, 'disabled');
  await new Promise(resolve => setTimeout(resolve));
  assert.equal(kernel.commsOverSubshells, 'perCommTarget');
  const older = {};
  renewSubshells(older as never);
  renewSubshells(null);
  assert.deepEqual(older, {});
});
