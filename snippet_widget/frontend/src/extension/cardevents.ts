/** Answers the events of cards and panels, each for the notebook that it came from. */

import type { TranslationBundle } from '@jupyterlab/translation';

import {
  ASK_EVENT,
  CHANGED_EVENT,
  CHOOSE_EVENT,
  DRAG_EVENT,
  type IAskDetail,
  type IDragDetail,
  type IInsertDetail,
  type IInserted,
  INSERT_EVENT,
  type IInsertPreview,
  type IRefused,
  LEAVE_EVENT,
  type Placeholder,
  type Reason,
  isAskDetail,
  isChooseDetail,
  isDragDetail,
  isInsertDetail,
  isLeaveDetail
} from '../protocol.js';
import { startDrag } from './drag.js';
import type { PlaceholderNavigation } from './placeholders.js';
import type { NotebookHistory } from './notebookhistory.js';
import { activate, adoptDropped, insertInto } from './insert.js';
import type { IInsertedCell } from './lastinsertion.js';
import type { ILocation, NotebookLocator, LocationOrClosed } from './notebooklocator.js';
import type { Preferences } from './preferences.js';
import { refusal } from './refusals.js';
import { returnFocus, focusAndReveal } from './revealcell.js';

export class CardEvents {
  private readonly _watched = new WeakSet();

  constructor(
    private readonly _locator: NotebookLocator,
    private readonly _history: NotebookHistory,
    private readonly _preferences: Preferences,
    private readonly _placeholders: PlaceholderNavigation,
    private readonly _trans: TranslationBundle,
    /** Makes a notebook the current one of the application. */
    private readonly _show: (notebookId: string) => void
  ) {}

  listen(page: Document): void {
    this._answer(page, INSERT_EVENT, isInsertDetail, (location, detail) =>
      this._insert(location, detail)
    );
    this._answer(page, ASK_EVENT, isAskDetail, (location, detail) =>
      this._preview(location, detail)
    );
    this._answer(page, LEAVE_EVENT, isLeaveDetail, location => this._leave(location));
    this._answer(page, CHOOSE_EVENT, isChooseDetail, (_, { position }) => {
      this._preferences.choose(position);
      this._history.visits.onPositionChosen();
      return { position };
    });
    this._answer(page, DRAG_EVENT, isDragDetail, (location, detail) => {
      void this._drag(location, detail);
      return { started: true };
    });
    this._history.last.restored.connect((_, inserted) => this._onRestored(inserted));
    this._preferences.changed.connect(() => page.dispatchEvent(new Event(CHANGED_EVENT)));
  }

  /** Not canceled: the card is in no notebook of this page, and helps itself. */
  private _answer<T extends { result?: R }, R>(
    page: Document,
    name: string,
    isDetail: (detail: unknown) => detail is T,
    answer: (location: LocationOrClosed, detail: T) => R
  ): void {
    page.addEventListener(name, event => {
      const { detail } = event as CustomEvent<unknown>;
      const origin = event.composedPath()[0];
      if (event.defaultPrevented || !isDetail(detail) || !(origin instanceof Element)) {
        return;
      }
      const location = this._locator.locate(origin);
      if (location) {
        detail.result = answer(location, detail);
        event.preventDefault();
      }
    });
  }

  private _insert(location: LocationOrClosed, detail: IInsertDetail): IInserted | IRefused {
    const reason = reasonAgainst(location);
    if (location === 'closed' || reason) {
      return refusal(reason ?? 'closed', this._trans);
    }
    const { panel, host } = location;
    const done = insertInto(panel.content, this._history, {
      snippet: detail,
      position: detail.position ?? this._preferences.position,
      group: detail.group ?? '',
      host
    });
    if (typeof done === 'string') {
      return refusal(done, this._trans);
    }
    const { inserted, placeholders } = done;
    this._showInserted(panel, inserted.index, placeholders);
    return { ...inserted, path: panel.context.path };
  }

  /** The notebook that the snippet is dropped into may be another one than the card's. */
  private async _drag(location: LocationOrClosed, detail: IDragDetail): Promise<void> {
    const user =
      location === 'closed'
        ? null
        : this._history.visits.userCell(location.panel.content, location.host);
    const id = await startDrag(detail);
    const panel = id === null ? null : this._locator.viewOfCell(id);
    if (id === null || !panel) {
      return;
    }
    const dropped = { snippet: detail, group: detail.group ?? '', id, user };
    const index = await adoptDropped(panel.content, this._history, dropped);
    if (index >= 0) {
      this._showInserted(panel, index, detail.places ?? []);
    }
  }

  private _showInserted(
    panel: ILocation['panel'],
    index: number,
    placeholders: readonly Placeholder[]
  ): void {
    this._watch(panel);
    this._show(panel.id);
    void focusAndReveal(panel, index);
    void this._placeholders.start(panel.content, panel.content.widgets[index]!, placeholders);
  }

  /** Redone: it is as it was right after Insert. */
  private _onRestored(inserted: IInsertedCell): void {
    const { cellId, isWritten, places } = inserted;
    const panel = this._locator.viewOfCell(cellId);
    const { widgets } = panel?.content ?? { widgets: [] };
    const index = widgets.findIndex(({ model }) => model.sharedModel.getId() === cellId);
    if (!panel || index < 0) {
      return;
    }
    if (isWritten) {
      void this._placeholders.start(panel.content, widgets[index]!, places);
    } else {
      activate(panel.content, index, 'command');
      this._history.enter(panel.content, inserted);
      this._showInserted(panel, index, places);
    }
  }

  /** What a card says of its insertion is no longer true when the cell is gone. */
  private _watch({ content }: ILocation['panel']): void {
    const cells = content.model?.cells;
    if (cells && !this._watched.has(cells)) {
      this._watched.add(cells);
      cells.changed.connect((_, { type }) => {
        if (type === 'remove') {
          content.node.ownerDocument.dispatchEvent(new Event(CHANGED_EVENT));
        }
      });
    }
  }

  private _preview(location: LocationOrClosed, { missing, inserted }: IAskDetail): IInsertPreview {
    const reason = reasonAgainst(location);
    const cells =
      location === 'closed' ? [] : (location.panel.content.model?.sharedModel.cells ?? []);
    return {
      position: this._preferences.position,
      refused: reason && refusal(reason, this._trans),
      has_setup:
        location !== 'closed' && this._history.insertions.bind(location.panel.content, missing),
      is_undone: inserted !== undefined && !cells.some(cell => cell.getId() === inserted)
    };
  }

  /** Escape leads out of a panel, to the cell that the user has left for it. */
  private _leave(location: LocationOrClosed): { left: true } {
    if (location !== 'closed') {
      const { content, id } = location.panel;
      const { cell, mode } = this._history.visits.wayBack(content, location.host);
      content.mode = 'command';
      this._show(id);
      this._history.visits.returnTo(content, cell ? content.widgets.indexOf(cell) : -1);
      content.mode = mode;
      void returnFocus(location.panel);
    }
    return { left: true };
  }
}

function reasonAgainst(location: LocationOrClosed): Reason | null {
  if (location === 'closed') {
    return 'closed';
  }
  const { content, context } = location.panel;
  const isReadOnly = content.model?.readOnly ?? true;
  return isReadOnly || context.contentsModel?.writable === false ? 'read-only' : null;
}
