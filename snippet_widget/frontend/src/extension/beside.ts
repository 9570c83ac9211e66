/** Puts docked panels where the application has room for them, and back there after a reload. */

import {
  type ILabShell,
  type ILayoutRestorer,
  type JupyterFrontEnd
} from '@jupyterlab/application';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';

import { CommandIDs } from './commands.js';
import type { DockedPanel, Docks } from './dock.js';

/** JupyterLab: right of the notebook. Notebook 7: in the right sidebar, opened. */
export function besideNotebook(
  shell: JupyterFrontEnd.IShell,
  labShell: ILabShell | null
): (docked: DockedPanel, notebook: NotebookPanel) => void {
  return (docked, notebook) => {
    if (labShell) {
      labShell.add(docked, 'main', { mode: 'split-right', ref: notebook.id, activate: false });
    } else {
      shell.add(docked, 'right', { rank: 900 });
    }
  };
}

/** JupyterLab restores its layout, panels included. */
export function restoreLayout(restorer: ILayoutRestorer, docks: Docks): void {
  void restorer.restore(docks.tracker, {
    command: CommandIDs.openPanel,
    args: docked => ({ path: docks.pathOf(docked) }),
    name: docked => docks.pathOf(docked)
  });
}

/** Notebook 7 has no layout to restore: a tab remembers whether its notebook's panel was open. */
export function restoreInTab(docks: Docks, notebooks: INotebookTracker, storage: Storage): void {
  const key = (path: string): string => `snippet-widget:docked:${path}`;
  docks.tracker.widgetAdded.connect((_, docked) => {
    const path = docks.pathOf(docked);
    storage.setItem(key(path), 'open');
    docked.disposed.connect(() => storage.removeItem(key(path)));
  });
  notebooks.widgetAdded.connect((_, notebook) => {
    if (storage.getItem(key(notebook.context.path))) {
      void notebook.context.ready.then(() => docks.open(notebook));
    }
  });
}
