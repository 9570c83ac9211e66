/** The commands, for the palette, the toolbar and the keyboard. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ICommandPalette } from '@jupyterlab/apputils';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { CommandRegistry } from '@lumino/commands';

import type { DockedPanel, Docks } from './dock.js';
import { snippetIcon } from './icon.js';
import { isBound } from './keys.js';
import type { Locator } from './locate.js';
import type { SelectedCard } from './selected.js';

export namespace CommandIDs {
  export const openPanel = 'snippet-widget:open-panel';
  export const insertSelected = 'snippet-widget:insert-selected';
}

export interface IParts {
  tracker: INotebookTracker;
  docks: Docks;
  locator: Locator;
  selected: SelectedCard;
}

export function addCommands({ commands }: JupyterFrontEnd, parts: IParts): void {
  commands.addCommand(CommandIDs.openPanel, {
    label: 'Snippets: Open panel',
    caption: 'Browse snippets beside this notebook, run by its kernel',
    icon: args => (args['toolbar'] ? snippetIcon : undefined),
    isEnabled: args => 'path' in args || parts.tracker.currentWidget !== null,
    execute: args => openPanel(parts, args['path'])
  });
  commands.addCommand(CommandIDs.insertSelected, {
    label: 'Snippets: Insert selected snippet',
    caption: 'Click Insert on the card that was used last',
    isEnabled: () => selectedButton(parts) !== null,
    execute: () => selectedButton(parts)?.click()
  });
}

export function addToPalette(palette: ICommandPalette): void {
  for (const command of Object.values(CommandIDs)) {
    palette.addItem({ command, category: 'Snippets' });
  }
}

/** Cards keep JupyterLab's shortcuts from their controls: ours is for them all the same. */
export function listenInCards(page: Document, commands: CommandRegistry): void {
  page.addEventListener(
    'keydown',
    event => {
      const inCard = (event.target as Element).closest?.('[data-lm-suppress-shortcuts]');
      if (inCard && isBound(commands, CommandIDs.insertSelected, event)) {
        event.preventDefault();
        void commands.execute(CommandIDs.insertSelected);
      }
    },
    { capture: true }
  );
}

async function openPanel({ tracker, docks, locator }: IParts, path: unknown): Promise<unknown> {
  if (typeof path !== 'string') {
    const notebook = tracker.currentWidget;
    return notebook ? docks.open(notebook) : null;
  }
  await tracker.restored; // the layout restorer asks before the notebooks are there
  const notebook = locator.viewOf(path);
  return notebook ? docks.open(notebook) : null;
}

function selectedButton({ tracker, docks, selected }: IParts): HTMLButtonElement | null {
  const notebook = tracker.currentWidget;
  return notebook ? selected.insertButton(partsAround(notebook, docks.of(notebook))) : null;
}

function partsAround(notebook: NotebookPanel, docked: DockedPanel | null): Element[] {
  return docked ? [docked.node, notebook.node] : [notebook.node];
}
