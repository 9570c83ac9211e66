/** Keys of JupyterLab that mean a panel's notebook when they are pressed in the panel. */

import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { CommandRegistry } from '@lumino/commands';

import { keepingFocus } from './focus.js';
import type { History } from './history.js';
import { isBound } from './keys.js';
import type { Locator } from './locate.js';

/** Docked panels, and controls in outputs that keep their keys from JupyterLab. */
const PANELS = ['.snippet-widget-KernelView', '.jp-OutputArea [data-lm-suppress-shortcuts]'];

const ANYWHERE = PANELS.join();

/** After a click on Insert the focus is on it: what was inserted can be undone from there. */
const BUTTONS = PANELS.map(panel => `${panel} button`).join();

interface IKey {
  /** Whose shortcuts, as the user has them. */
  command: string;
  where: string;
  run: (notebook: NotebookPanel, history: History) => void;
}

const KEYS: readonly IKey[] = [
  { command: 'docmanager:save', where: ANYWHERE, run: notebook => void save(notebook) },
  { command: 'notebook:undo-cell-action', where: BUTTONS, run: undo },
  { command: 'editmenu:undo', where: BUTTONS, run: undo }
];

export function listenInPanels(
  page: Document,
  commands: CommandRegistry,
  locator: Locator,
  history: History
): void {
  page.addEventListener(
    'keydown',
    event => {
      const target = event.target as Element;
      const key = KEYS.find(
        ({ command, where }) => target.closest?.(where) && isBound(commands, command, event)
      );
      const place = key && locator.locate(target);
      if (place && place !== 'closed') {
        event.preventDefault();
        event.stopPropagation();
        key.run(place.panel, history);
      }
    },
    { capture: true }
  );
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

/** What was written into a cell is in the history of that cell, all else in the notebook's. */
function undo({ content }: NotebookPanel, history: History): void {
  const cell = history.takeWritten(content);
  keepingFocus(() => {
    if (cell) {
      cell.model.sharedModel.undo();
    } else {
      NotebookActions.undo(content);
    }
  });
}
