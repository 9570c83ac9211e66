/** Keys of JupyterLab that mean a panel's notebook when they are pressed in the panel. */

import { type Notebook, NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { CommandRegistry } from '@lumino/commands';

import { COMPONENTS, PANEL } from '../paneldom.js';
import { LEAVE_EVENT } from '../protocol.js';
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

/** JupyterLab's Ctrl+Z is the editor's: in command mode it would not take a cell back. */
const UNDO = 'editmenu:undo';

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
  const location = key !== undefined || isUndo ? locator.locate(target) : null;
  if (!location || location === 'closed') {
    return false;
  }
  if (isUndo) {
    return undoFresh(location.panel, history);
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

/** Ctrl+Z right after an insertion: the focus is on the new cell, or below it where that was run. */
function undoFresh({ content }: NotebookPanel, history: NotebookHistory): boolean {
  const last = history.last.undoable(content);
  const isOurs = last !== null && (content.mode === 'command' || last.steps > 1);
  if (isOurs) {
    undo(content, history);
    content.activate();
  }
  return isOurs;
}

function undoFromPanel({ content }: NotebookPanel, history: NotebookHistory): void {
  keepFocus(() => undo(content, history));
}

/** What was written into a cell is in the history of that cell, all else in the notebook's. */
function undo(content: Notebook, history: NotebookHistory): void {
  const last = history.last.undoable(content);
  if (last?.written) {
    last.written.model.sharedModel.undo();
  } else {
    for (let step = 0; step < (last?.steps ?? 1); step++) {
      history.visits.whileUndoing(content, () => NotebookActions.undo(content));
    }
    history.visits.returnTo(content, last?.user ?? -1);
  }
  if (last) {
    history.last.pop(content);
  } else {
    history.last.forget(content);
  }
}
