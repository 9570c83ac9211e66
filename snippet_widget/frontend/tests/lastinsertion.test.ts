/** Ctrl+Z takes back what was inserted last, as long as that is the notebook's last change. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';

import { type ISharedCell, YNotebook } from '@jupyter/ydoc';

import { asOneStep } from '../src/compatibility.js';
import { type IInsertedCell, LastInsertion } from '../src/extension/lastinsertion.js';
import type { Placeholder } from '../src/protocol.js';

const PLACES: Placeholder[] = [[0, 1]];

class Notebook {
  readonly last = new LastInsertion();
  readonly shared: YNotebook;
  readonly restored: IInsertedCell[] = [];

  constructor(t: TestContext, sources = ['one', 'two'], disableDocumentWideUndoRedo = true) {
    this.shared = YNotebook.create({ disableDocumentWideUndoRedo });
    sources.forEach((source, index) => this.put(index, source));
    this.shared.clearUndoHistory();
    this.last.restored.connect((_, inserted) => this.restored.push({ ...inserted }));
    t.after(() => this.shared.dispose());
  }

  get sources(): string[] {
    return this.shared.cells.map(cell => cell.getSource());
  }

  put(index: number, source: string): ISharedCell {
    return this.shared.insertCell(index, { cell_type: 'code', source });
  }

  insert(index: number, source: string): void {
    asOneStep(this.shared, () => this.put(index, source));
    this._remember(this.shared.cells[index]!, false);
  }

  /** As "In place" does. */
  replace(index: number, source: string): void {
    asOneStep(this.shared, () => {
      this.put(index, source);
      this.shared.deleteCell(index + 1);
    });
    this._remember(this.shared.cells[index]!, false);
  }

  /** At the end of a cell. */
  write(index: number, source: string): void {
    const cell = this.shared.cells[index]!;
    const { length } = cell.getSource();
    asOneStep(cell, () => cell.updateSource(length, length, source));
    this._remember(cell, true);
  }

  type(index: number): void {
    const cell = this.shared.cells[index]!;
    asOneStep(cell, () => cell.updateSource(0, 0, 'typed '));
  }

  /** As Shift+Enter does. */
  async run(index: number): Promise<void> {
    this.last.onRun(this.shared, this.shared.cells[index]!.getId());
    if (index === this.shared.cells.length - 1) {
      this.put(index + 1, '');
    }
    await Promise.resolve();
  }

  /** As Ctrl+Z does; false: it is not for an insertion. */
  undo(): boolean {
    const found = this.last.undoable(this.shared);
    if (found?.written) {
      found.written.undo();
    } else if (found) {
      this.shared.undo();
    }
    if (found?.added) {
      this.shared.undo();
    }
    return found !== null;
  }

  /** As Shift+Z does; false: it is not for an insertion. */
  redo(): boolean {
    const found = this.last.redoable(this.shared);
    (found?.written ?? this.shared).redo();
    return found !== null;
  }

  private _remember(cell: ISharedCell, isWritten: boolean): void {
    const insertion = { group: 'test', setup: [] };
    const cellId = cell.getId();
    this.last.remember(this.shared, { cellId, isWritten, user: 0, insertion, places: PLACES });
  }
}

test('insertions are taken back one by one, the last one first, wherever they went', t => {
  const notebook = new Notebook(t);
  notebook.insert(1, 'a');
  notebook.write(0, ' b');
  notebook.insert(0, 'c');
  assert.deepEqual(notebook.sources, ['c', 'one b', 'a', 'two']);
  assert.ok(notebook.undo());
  assert.deepEqual(notebook.sources, ['one b', 'a', 'two']);
  assert.ok(notebook.undo());
  assert.deepEqual(notebook.sources, ['one', 'a', 'two']);
  assert.ok(notebook.undo());
  assert.deepEqual(notebook.sources, ['one', 'two']);
  assert.ok(!notebook.undo());
});

test('running is no change, nor is the empty cell that JupyterLab puts below the last one', async t => {
  const notebook = new Notebook(t, ['one']);
  for (const source of ['a', 'b', 'c']) {
    const { length } = notebook.sources;
    notebook.insert(length, source);
    await notebook.run(length);
  }
  assert.deepEqual(notebook.sources, ['one', 'a', '', 'b', '', 'c', '']);
  while (notebook.undo());
  assert.deepEqual(notebook.sources, ['one']);
});

test('an empty cell that the user has put there is a change', async t => {
  const notebook = new Notebook(t, ['one']);
  notebook.insert(1, 'a');
  notebook.last.onRun(notebook.shared, notebook.shared.cells[1]!.getId()); // as Ctrl+Enter does
  await Promise.resolve();
  notebook.put(2, '');
  assert.ok(!notebook.undo());
});

test('what the user has typed is a change, until it is undone', t => {
  for (const index of [0, 1]) {
    const notebook = new Notebook(t);
    notebook.insert(1, 'a');
    notebook.type(index);
    assert.ok(!notebook.undo());
    notebook.shared.cells[index]!.undo();
    assert.ok(notebook.undo());
  }
});

test('a cell that is put in, moved or deleted is a change', t => {
  const changes: ((notebook: Notebook) => void)[] = [
    ({ shared }) => shared.moveCell(0, 2),
    ({ shared }) => shared.deleteCell(2),
    notebook => notebook.put(0, 'mine')
  ];
  for (const change of changes) {
    const notebook = new Notebook(t);
    notebook.insert(1, 'a');
    notebook.write(0, ' b');
    change(notebook);
    assert.ok(!notebook.undo());
  }
});

test('what was put back can be taken back again, as often as one likes', t => {
  const notebook = new Notebook(t);
  notebook.insert(1, 'a');
  notebook.insert(2, 'b');
  for (let times = 0; times < 2; times++) {
    assert.ok(notebook.undo() && notebook.undo());
    assert.deepEqual(notebook.sources, ['one', 'two']);
    notebook.shared.redo();
    notebook.shared.redo();
    assert.deepEqual(notebook.sources, ['one', 'a', 'b', 'two']);
  }
  assert.equal(notebook.restored.length, 4);
  assert.deepEqual(notebook.restored.at(-1)?.places, PLACES);
});

test("what was undone by JupyterLab's own key can be taken back again, too", t => {
  const notebook = new Notebook(t);
  notebook.insert(1, 'a');
  notebook.type(1);
  notebook.shared.undo();
  notebook.shared.redo();
  assert.deepEqual(notebook.sources, ['one', 'typed a', 'two']);
  assert.deepEqual(notebook.restored[0]?.places, []); // they are somewhere else now
  assert.ok(notebook.undo());
});

test('what was written into a cell is put back in it', t => {
  const notebook = new Notebook(t);
  notebook.write(0, ' a');
  assert.ok(notebook.undo());
  notebook.shared.cells[0]!.redo();
  assert.deepEqual(notebook.sources, ['one a', 'two']);
  assert.ok(notebook.restored[0]?.isWritten);
  assert.ok(notebook.undo());
});

test('what was undone is put back in the order that it was made in, wherever it went', t => {
  const notebook = new Notebook(t);
  notebook.write(0, ' a');
  notebook.insert(1, 'b');
  notebook.write(2, ' c');
  for (let times = 0; times < 2; times++) {
    while (notebook.undo());
    assert.deepEqual(notebook.sources, ['one', 'two']);
    assert.ok(notebook.redo());
    assert.deepEqual(notebook.sources, ['one a', 'two']);
    assert.ok(notebook.redo());
    assert.deepEqual(notebook.sources, ['one a', 'b', 'two']);
    assert.ok(notebook.redo());
    assert.deepEqual(notebook.sources, ['one a', 'b', 'two c']);
    assert.ok(!notebook.redo());
  }
});

test('what was undone before a snippet was written into a cell is not put back', t => {
  const notebook = new Notebook(t);
  notebook.insert(1, 'older');
  notebook.undo();
  notebook.write(0, ' a');
  assert.ok(!notebook.redo());
  assert.deepEqual(notebook.sources, ['one a', 'two']);
  assert.ok(notebook.undo());
  assert.ok(notebook.redo());
  assert.ok(!notebook.redo());
  assert.deepEqual(notebook.sources, ['one a', 'two']);
});

test('any other change of the notebook forgets what was undone in a cell', t => {
  const changes: ((notebook: Notebook) => unknown)[] = [
    notebook => notebook.type(0),
    notebook => notebook.type(1),
    notebook => notebook.put(0, 'mine'),
    notebook => notebook.insert(1, 'b')
  ];
  for (const change of changes) {
    const notebook = new Notebook(t);
    notebook.write(0, ' a');
    notebook.undo();
    change(notebook);
    assert.ok(!notebook.redo());
    assert.ok(!notebook.sources.includes('one a'));
  }
});

test('any other change of a cell forgets what was undone in the notebook', t => {
  const changes: ((notebook: Notebook) => unknown)[] = [
    notebook => notebook.type(0),
    notebook => notebook.type(1),
    ({ shared }) => shared.cells[0]!.undo(),
    notebook => notebook.write(1, ' b')
  ];
  for (const change of changes) {
    const notebook = new Notebook(t);
    notebook.type(0);
    notebook.insert(1, 'a');
    assert.ok(notebook.undo());
    change(notebook);
    const before = notebook.sources;
    assert.ok(!notebook.redo());
    assert.deepEqual(notebook.sources, before);
  }
});

test("forgetting an insertion forgets nothing that is the user's own", t => {
  const notebook = new Notebook(t);
  notebook.type(0);
  notebook.write(0, ' a');
  notebook.shared.deleteCell(1);
  notebook.shared.undo();
  assert.ok(notebook.undo());
  notebook.shared.cells[0]!.undo();
  assert.deepEqual(notebook.sources, ['one', 'two']);
  notebook.shared.cells[0]!.redo();
  notebook.shared.redo();
  assert.deepEqual(notebook.sources, ['typed one']);
});

test('where one history is for all cells, it is asked', t => {
  const notebook = new Notebook(t, ['one', 'two'], false);
  notebook.insert(1, 'a');
  notebook.write(0, ' b');
  notebook.type(2);
  assert.ok(!notebook.undo());
  notebook.shared.undo();
  assert.ok(notebook.undo() && notebook.undo());
  assert.deepEqual(notebook.sources, ['one', 'two']);
});

test('what was typed into a cell that is back in its place is a change, like any other', t => {
  const others: ((notebook: Notebook) => void)[] = [
    () => undefined,
    notebook => {
      notebook.redo();
      notebook.undo();
    }
  ];
  for (const before of others) {
    const notebook = new Notebook(t);
    notebook.insert(2, 'a');
    notebook.replace(1, 'b');
    assert.ok(notebook.undo());
    before(notebook);
    notebook.type(1);
    assert.ok(!notebook.undo());
    assert.deepEqual(notebook.sources, ['one', 'typed two', 'a']);
    notebook.shared.cells[1]!.undo();
    assert.ok(notebook.undo());
    assert.deepEqual(notebook.sources, ['one', 'two']);
  }
});

test('what was typed into a cell that is back in its place stays when what followed is taken back', t => {
  const notebook = new Notebook(t);
  notebook.insert(2, 'a');
  notebook.replace(1, 'b');
  notebook.undo();
  notebook.type(1);
  notebook.write(1, ' c');
  assert.ok(notebook.undo());
  assert.ok(!notebook.undo());
  assert.deepEqual(notebook.sources, ['one', 'typed two', 'a']);
});
