/** Which notebook a card belongs to: never simply the one that has the focus. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { Cell } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';

import { pathOfContent } from '../compatibility.js';

export interface ILocation {
  panel: NotebookPanel;
  /** The cell whose output the card is in; null where the card is beside the notebook. */
  host: Cell | null;
}

/** 'closed': the card's notebook is open no more. */
export type LocationOrClosed = ILocation | 'closed';

/** Docked panels, by the notebook's path. */
export interface IDockedPanels {
  /** Path of the notebook that the docked panel around a node belongs to. */
  pathAround(node: Node): string | null;
}

export class NotebookLocator {
  constructor(
    private readonly _shell: JupyterFrontEnd.IShell,
    private readonly _tracker: INotebookTracker,
    private readonly _dockedPanels: IDockedPanels
  ) {}

  /** Where a card's node is; null: in no notebook. */
  locate(node: Node): LocationOrClosed | null {
    const own = this._tracker.find(panel => panel.node.contains(node));
    if (own) {
      const host = own.content.widgets.find(cell => cell.node.contains(node));
      return { panel: own, host: host ?? null };
    }
    const path = this._dockedPanels.pathAround(node) ?? this._pathOfOutputView(node);
    if (path === null) {
      return null;
    }
    const panel = this.viewOf(path);
    return panel ? { panel, host: null } : 'closed';
  }

  /** A view of the notebook at a path: the current one where it has several. */
  viewOf(path: string): NotebookPanel | null {
    const shows = (panel: NotebookPanel): boolean =>
      panel.context.path === path && !panel.isDisposed;
    const current = this._tracker.currentWidget;
    return current && shows(current) ? current : (this._tracker.find(shows) ?? null);
  }

  /** A view of the notebook that has a cell. */
  viewOfCell(id: string): NotebookPanel | null {
    const found = this._tracker.find(({ content }) =>
      (content.model?.sharedModel.cells ?? []).some(cell => cell.getId() === id)
    );
    return found ? this.viewOf(found.context.path) : null;
  }

  /** "Create New View for Cell Output": its content knows the notebook's path. */
  private _pathOfOutputView(node: Node): string | null {
    for (const area of ['main', 'left', 'right', 'down']) {
      for (const widget of this._shell.widgets(area)) {
        if (widget.node.contains(node)) {
          return pathOfContent(widget);
        }
      }
    }
    return null;
  }
}
