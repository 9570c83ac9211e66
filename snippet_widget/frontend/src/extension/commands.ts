/** The commands, for the palette, the toolbar and the keyboard. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ICommandPalette } from '@jupyterlab/apputils';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';

import { COMPONENTS } from '../paneldom.js';
import { reveal } from '../scrolling.js';
import type { DockedPanel, DockedPanels } from './dockedpanels.js';
import { FILLING_CLASS, type PlaceholderNavigation } from './placeholders.js';
import type { NotebookHistory } from './notebookhistory.js';
import { snippetIcon } from './icon.js';
import { FILTER, focusedFilter, insertByKey } from './insertbykey.js';
import { isBound } from './shortcuts.js';
import type { NotebookLocator } from './notebooklocator.js';
import type { SelectedCard } from './selectedcard.js';

export namespace CommandIDs {
  export const openPanel = 'snippet-widget:open-panel';
  export const insertSelected = 'snippet-widget:insert-selected';
  export const focusFilter = 'snippet-widget:focus-filter';
  export const nextPlaceholder = 'snippet-widget:next-place';
  export const previousPlaceholder = 'snippet-widget:previous-place';
}

export interface IParts {
  tracker: INotebookTracker;
  dockedPanels: DockedPanels;
  locator: NotebookLocator;
  selected: SelectedCard;
  placeholders: PlaceholderNavigation;
  history: NotebookHistory;
  trans: TranslationBundle;
}

/** Finds the cell that Tab goes through. */
const FILLING = `.jp-Cell.${FILLING_CLASS}`;

export function addCommands({ commands }: JupyterFrontEnd, parts: IParts): void {
  const { trans } = parts;
  commands.addCommand(CommandIDs.openPanel, {
    label: trans.__('Snippets: Open panel'),
    caption: trans.__('Browse snippets beside this notebook, run by its kernel'),
    icon: args => (args['toolbar'] ? snippetIcon : undefined),
    isEnabled: args => 'path' in args || parts.tracker.currentWidget !== null,
    execute: args => openPanel(parts, args['path'])
  });
  commands.addCommand(CommandIDs.insertSelected, {
    label: trans.__('Snippets: Insert selected snippet'),
    caption: trans.__('Click Insert on the card that was used last'),
    isEnabled: () => (selectedButton(parts) ?? focusedFilter()) !== null,
    execute: () => insertByKey(parts.selected, selectedButton(parts))
  });
  commands.addCommand(CommandIDs.focusFilter, {
    label: trans.__('Snippets: Find an endpoint'),
    caption: trans.__("Go to the filter of this notebook's panel, opened where there is none"),
    isEnabled: () => parts.tracker.currentWidget !== null,
    execute: () => findEndpoint(parts)
  });
  commands.addCommand(CommandIDs.nextPlaceholder, {
    label: trans.__('Snippets: Next place to fill in'),
    caption: trans.__('Select what has to be filled in next, in the new cell'),
    isEnabled: () => parts.placeholders.isActive,
    execute: () => parts.placeholders.next()
  });
  commands.addCommand(CommandIDs.previousPlaceholder, {
    label: trans.__('Snippets: Previous place to fill in'),
    isEnabled: () => parts.placeholders.isActive,
    execute: () => parts.placeholders.previous()
  });
}

/** In a cell that is being filled in, and nowhere else: Tab keeps its meaning everywhere. */
export function addPlaceholderKeys(commands: CommandRegistry): void {
  // Selects more than the completer's selector does: that decides between two bindings of a key.
  const cell = `.jp-Notebook.jp-mod-editMode ${FILLING}`;
  const editor = `${cell} .jp-CodeMirrorEditor:not(.jp-mod-completer-active)`;
  const { nextPlaceholder, previousPlaceholder } = CommandIDs;
  const selected = `${FILLING}:focus`; // what is drawn is opened for that
  commands.addKeyBinding({ command: nextPlaceholder, keys: ['Tab'], selector: selected });
  commands.addKeyBinding({ command: nextPlaceholder, keys: ['Tab'], selector: editor });
  commands.addKeyBinding({ command: previousPlaceholder, keys: ['Shift Tab'], selector: editor });
}

export function addToPalette(palette: ICommandPalette, trans: TranslationBundle): void {
  for (const command of Object.values(CommandIDs)) {
    palette.addItem({ command, category: trans.__('Snippets') });
  }
}

/** Cards keep JupyterLab's shortcuts from their controls: ours is for them all the same. */
export function addCardShortcuts(page: Document, commands: CommandRegistry): void {
  page.addEventListener(
    'keydown',
    event => {
      const { target } = event;
      const isInCard = target instanceof Element && target.closest(COMPONENTS);
      const own = [CommandIDs.insertSelected, CommandIDs.focusFilter];
      const command = isInCard ? own.find(id => isBound(commands, id, event)) : undefined;
      if (command) {
        event.preventDefault();
        event.stopPropagation(); // Enter alone means something else to some of them
        void commands.execute(command);
      }
    },
    { capture: true }
  );
}

async function openPanel(
  { tracker, dockedPanels, locator }: IParts,
  path: unknown
): Promise<unknown> {
  if (typeof path !== 'string') {
    const notebook = tracker.currentWidget;
    return notebook ? dockedPanels.open(notebook) : null;
  }
  await tracker.restored; // the layout restorer asks before the notebooks are there
  const notebook = locator.viewOf(path);
  return notebook ? dockedPanels.open(notebook) : null;
}

function selectedButton({ tracker, dockedPanels, selected }: IParts): HTMLButtonElement | null {
  const notebook = tracker.currentWidget;
  return notebook ? selected.insertButton(partsAround(notebook, dockedPanels.of(notebook))) : null;
}

/** The filter that is seen: beside the notebook, else in it. */
function filterOf({ tracker, dockedPanels }: IParts): HTMLInputElement | null {
  const notebook = tracker.currentWidget;
  return visibleFilter(notebook ? partsAround(notebook, dockedPanels.of(notebook)) : []);
}

function visibleFilter(parts: readonly Element[]): HTMLInputElement | null {
  const fields = parts.flatMap(part => [...part.querySelectorAll<HTMLInputElement>(FILTER)]);
  return fields.find(field => field.getClientRects().length > 0) ?? null;
}

/** Stored cards have no filter: then the panel beside the notebook opens for it. */
async function findEndpoint(parts: IParts): Promise<void> {
  const notebook = parts.tracker.currentWidget;
  const there = filterOf(parts);
  if (notebook && there) {
    parts.history.visits.setOut(notebook.content);
    focusFilter(there);
  } else if (notebook) {
    await openAtFilter(parts, notebook);
  }
}

/** Open the panel beside a notebook, or bring it to the front, and go to its filter. */
export async function openAtFilter(
  { dockedPanels, history }: Pick<IParts, 'dockedPanels' | 'history'>,
  notebook: NotebookPanel
): Promise<void> {
  history.visits.setOut(notebook.content);
  const docked = await dockedPanels.open(notebook);
  const drawn = visibleFilter([docked.node]); // it was there, behind another panel say
  if (drawn) {
    focusFilter(drawn);
  } else {
    whenDrawn(docked, () => focusFilter(visibleFilter([docked.node])));
  }
}

/** With the list below it. */
function focusFilter(filter: HTMLInputElement | null): void {
  filter?.select();
  if (filter) {
    reveal(filter.closest('.sw-finder') ?? filter);
  }
}

/** Act once a docked panel is drawn, unless the user has hidden it or turned to something else by then. */
function whenDrawn(docked: DockedPanel, act: () => void): void {
  const focused = document.activeElement;
  const watch = new MutationObserver(() => {
    const isDrawn = docked.node.querySelector(FILTER)?.getClientRects().length;
    if (isDrawn || !docked.isVisible) {
      watch.disconnect();
    }
    if (isDrawn && docked.isVisible && focused === document.activeElement) {
      act();
    }
  });
  watch.observe(docked.node, { childList: true, subtree: true });
  docked.disposed.connect(() => watch.disconnect());
}

function partsAround(notebook: NotebookPanel, docked: DockedPanel | null): Element[] {
  return docked ? [docked.node, notebook.node] : [notebook.node];
}
