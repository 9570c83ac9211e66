/** Saves a panel's notebook: JupyterLab takes a docked panel for a tab with nothing to save. */

import type { NotebookPanel } from '@jupyterlab/notebook';
import type { CommandRegistry } from '@lumino/commands';

import { isBound } from './keys.js';
import type { Locator } from './locate.js';

const SAVE = 'docmanager:save';

/** Docked panels, and controls in outputs that keep their keys from JupyterLab. */
const PANELS = '.snippet-widget-KernelView, .jp-OutputArea [data-lm-suppress-shortcuts]';

/** The keys of JupyterLab's own Save, pressed in a panel, save the notebook that it belongs to. */
export function saveFromPanels(page: Document, commands: CommandRegistry, locator: Locator): void {
  page.addEventListener(
    'keydown',
    event => {
      const target = event.target as Element;
      if (!isBound(commands, SAVE, event) || !target.closest?.(PANELS)) {
        return;
      }
      const place = locator.locate(target);
      if (place && place !== 'closed') {
        event.preventDefault();
        event.stopPropagation();
        void save(place.panel);
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
