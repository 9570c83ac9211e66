/** Puts docked panels where the application has room for them, and back there after a reload. */

import {
  type ILabShell,
  type ILayoutRestorer,
  type JupyterFrontEnd
} from '@jupyterlab/application';
import type { INotebookTracker } from '@jupyterlab/notebook';
import { DockPanel, type Widget } from '@lumino/widgets';

import { CommandIDs } from './commands.js';
import type { DockedPanels, PlacePanel } from './dockedpanels.js';

/** JupyterLab: right of the notebook, one area for all. Notebook 7: in the right sidebar, opened. */
export function placeBesideNotebook(
  shell: JupyterFrontEnd.IShell,
  labShell: ILabShell | null
): PlacePanel {
  return (docked, notebook, others) => {
    const beside = others.find(other => other.isAttached && !isSameArea(other, notebook));
    if (labShell && beside) {
      labShell.add(docked, 'main', { mode: 'tab-after', ref: beside.id, activate: false });
    } else if (labShell) {
      labShell.add(docked, 'main', { mode: 'split-right', ref: notebook.id, activate: false });
    } else {
      shell.add(docked, 'right', { rank: 900 });
    }
  };
}

/** Whether one covers the other: the user may have moved a panel among the notebooks. */
function isSameArea(one: Widget, other: Widget): boolean {
  const bars = one.parent instanceof DockPanel ? [...one.parent.tabBars()] : [];
  return bars.some(({ titles }) => titles.includes(one.title) && titles.includes(other.title));
}

/** Who turns to another notebook sees its panel, rather than the one of the notebook before. */
export function followCurrentNotebook(
  labShell: ILabShell,
  dockedPanels: DockedPanels,
  notebooks: INotebookTracker
): void {
  labShell.currentChanged.connect((_, { newValue }) => {
    const notebook = notebooks.find(each => each === newValue);
    const docked = notebook && dockedPanels.of(notebook);
    const bars = docked?.parent instanceof DockPanel ? [...docked.parent.tabBars()] : [];
    const bar = bars.find(({ titles }) => docked && titles.includes(docked.title));
    const front = bar?.currentTitle?.owner;
    if (docked && bar && front && dockedPanels.tracker.has(front)) {
      bar.currentTitle = docked.title; // the focus stays in the notebook
    }
  });
}

/** JupyterLab restores its layout, panels included. */
export function restoreLayout(restorer: ILayoutRestorer, dockedPanels: DockedPanels): void {
  void restorer.restore(dockedPanels.tracker, {
    command: CommandIDs.openPanel,
    args: docked => ({ path: dockedPanels.pathOf(docked) }),
    name: docked => dockedPanels.pathOf(docked)
  });
}

/** Notebook 7 has no layout to restore: a tab remembers whether its notebook's panel was open. */
export function restoreInTab(
  dockedPanels: DockedPanels,
  notebooks: INotebookTracker,
  storage: Storage
): void {
  const key = (path: string): string => `snippet-widget:docked:${path}`;
  dockedPanels.tracker.widgetAdded.connect((_, docked) => {
    const path = dockedPanels.pathOf(docked);
    storage.setItem(key(path), 'open');
    docked.disposed.connect(() => storage.removeItem(key(path)));
  });
  notebooks.widgetAdded.connect((_, notebook) => {
    if (storage.getItem(key(notebook.context.path))) {
      void notebook.context.ready.then(() => dockedPanels.open(notebook));
    }
  });
}
