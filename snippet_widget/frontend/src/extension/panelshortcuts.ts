/** Keys of JupyterLab that mean a panel's notebook when they are pressed in the panel. */

import type { Cell } from '@jupyterlab/cells';
import { type Notebook, NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { CommandRegistry } from '@lumino/commands';

import { COMPONENTS, PANEL } from '../paneldom.js';
import { LEAVE_EVENT } from '../protocol.js';
import { activate } from './insert.js';
import { keepFocus } from './keepfocus.js';
import type { NotebookHistory } from './notebookhistory.js';
import { isBound } from './shortcuts.js';
import type { NotebookLocator } from './notebooklocator.js';

/** Docked panels, and controls in outputs that keep their keys from JupyterLab. */
const PANELS = ['.snippet-widget-KernelView', `.jp-OutputArea ${COMPONENTS}`];

const ANYWHERE = PANELS.join();

/** After a click on Insert the focus is on it: what was inserted can be undone from there. */
const BUTTONS = PANELS.map(panel => `${panel} button`).join();

/** Of ipywidgets: our own components raise the event themselves. */
const DROPDOWNS = `${PANEL} :is(.widget-dropdown select, .widget-text input)`;

function leaveEvent(): Event {
  return new CustomEvent(LEAVE_EVENT, { bubbles: true, cancelable: true, detail: {} });
}

interface IKey {
  /** Whose shortcuts, as the user has them. */
  command: string;
  where: string;
  run: (notebook: NotebookPanel, history: NotebookHistory) => void;
}

const KEYS: readonly IKey[] = [
  { command: 'docmanager:save', where: ANYWHERE, run: notebook => void save(notebook) },
  { command: 'notebook:undo-cell-action', where: BUTTONS, run: undoFromPanel },
  { command: 'editmenu:undo', where: BUTTONS, run: undoFromPanel }
];

/** Ctrl+Z is theirs, wherever they are: in a panel, in an output, in JupyterLab's own search. */
const TEXT_FIELDS = 'input, textarea, .jp-OutputArea [contenteditable]';

/** JupyterLab's Ctrl+Z is the editor's: in command mode it would not take a cell back. */
const UNDO = 'editmenu:undo';

/** The first knows the notebook's history alone, the second the editor's: an insertion may be in either. */
const REDO = ['notebook:redo-cell-action', 'editmenu:redo'];

/** What has the focus while nobody is writing: a letter is a control's, in a panel. */
const SELECTED = '.jp-Notebook, .jp-Cell';

export function addPanelShortcuts(
  page: Document,
  commands: CommandRegistry,
  locator: NotebookLocator,
  history: NotebookHistory
): void {
  page.addEventListener(
    'keydown',
    event => {
      const { target } = event;
      if (target instanceof Element && act(target, event, { commands, locator, history })) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true }
  );
}

interface IContext {
  commands: CommandRegistry;
  locator: NotebookLocator;
  history: NotebookHistory;
}

function act(target: Element, event: KeyboardEvent, context: IContext): boolean {
  const { commands, locator, history } = context;
  if (event.key === 'Escape' && target.matches(DROPDOWNS)) {
    return !target.dispatchEvent(leaveEvent());
  }
  const key = KEYS.find(
    ({ command, where }) => target.closest(where) && isBound(commands, command, event)
  );
  const isUndo = key === undefined && isBound(commands, UNDO, event);
  const isRedo = target.matches(SELECTED) && REDO.some(each => isBound(commands, each, event));
  const location = key !== undefined || isUndo || isRedo ? locator.locate(target) : null;
  if (!location || location === 'closed') {
    return false;
  }
  if (isUndo) {
    return undoFresh(target, location.panel, history);
  }
  if (isRedo) {
    return redoFresh(location.panel, history);
  }
  key?.run(location.panel, history);
  return true;
}

/** As JupyterLab's Save does; the context itself tells the user what went wrong. */
async function save({ context }: NotebookPanel): Promise<void> {
  try {
    await context.save();
    await context.createCheckpoint();
  } catch (error) {
    console.warn('snippet-widget: the notebook is not saved', error);
  }
}

/** In the notebook Ctrl+Z takes back an insertion, unless the user is writing. */
function undoFresh(target: Element, { content }: NotebookPanel, history: NotebookHistory): boolean {
  const last = content.model && history.last.undoable(content.model.sharedModel);
  const { mode, activeCell } = content;
  const isWriting = mode === 'edit' && activeCell?.model.sharedModel !== last?.added;
  if (!last || isWriting || target.matches(TEXT_FIELDS)) {
    return false;
  }
  undo(content, history, activeCell);
  content.activate();
  return true;
}

/** What Ctrl+Z has taken back is put back, and selected. */
function redoFresh({ content }: NotebookPanel, history: NotebookHistory): boolean {
  const next = content.model && history.last.redoable(content.model.sharedModel);
  if (!next || content.mode === 'edit') {
    return false;
  }
  if (next.written) {
    const isWritten = ({ model }: Cell): boolean => model.sharedModel === next.written;
    activate(content, content.widgets.findIndex(isWritten), 'command');
    content.activate();
    next.written.redo();
  } else {
    NotebookActions.redo(content);
  }
  return true;
}

function undoFromPanel({ content }: NotebookPanel, history: NotebookHistory): void {
  keepFocus(() => undo(content, history, null));
}

/**
 * Undo what was inserted last, else the notebook's last change.
 *
 * @param current The cell that the user is in, and stays in where the user has gone there since.
 */
function undo(content: Notebook, history: NotebookHistory, current: Cell | null): void {
  const { visits } = history;
  const last = content.model && history.last.undoable(content.model.sharedModel);
  const stays = current !== null && visits.isIn(content, current);
  if (last?.written) {
    last.written.undo();
    return;
  }
  for (let step = 0; step < (last?.added ? 2 : 1); step++) {
    visits.whileUndoing(content, () => NotebookActions.undo(content));
  }
  const isThere = stays && content.widgets.includes(current);
  visits.returnTo(content, isThere ? content.widgets.indexOf(current) : (last?.user ?? -1));
}
