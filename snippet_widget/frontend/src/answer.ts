/** Answers the events of cards, each in the notebook that it came from. */

import { type History } from './history.js';
import { insertInto } from './insert.js';
import type { ILocation, Locator } from './locate.js';
import { type Answer, INSERT_EVENT, type IInsertDetail, type Position, isInsertDetail, isRefused, refusal } from './protocol.js';
import { reveal } from './reveal.js';

export interface IPreferences {
  position: Position;
}

export class Answers {
  constructor(
    private readonly _locator: Locator,
    private readonly _history: History,
    private readonly _preferences: IPreferences
  ) {}

  listen(target: EventTarget): void {
    target.addEventListener(INSERT_EVENT, event => this._onInsert(event as CustomEvent<unknown>));
  }

  /** Not cancelled: the card is in no notebook of this page, and helps itself. */
  private _onInsert(event: CustomEvent<unknown>): void {
    const { detail } = event;
    if (event.defaultPrevented || !isInsertDetail(detail)) {
      return;
    }
    const origin = event.composedPath()[0] as Element;
    const location = this._locator.locate(origin);
    if (location) {
      detail.result = this._insert(location, detail, origin);
      event.preventDefault();
    }
  }

  private _insert(location: ILocation | 'closed', detail: IInsertDetail, origin: Element): Answer {
    if (location === 'closed') {
      return refusal('closed');
    }
    const { panel, host } = location;
    if (isReadOnly(panel)) {
      return refusal('read-only');
    }
    const done = insertInto(panel.content, this._history, {
      snippet: detail,
      position: detail.position ?? this._preferences.position,
      group: detail.group ?? '',
      host
    });
    if (isRefused(done)) {
      return done;
    }
    void reveal(panel.content, done.index, host ? origin : null);
    return { ...done, path: panel.context.path };
  }
}

function isReadOnly({ content, context }: ILocation['panel']): boolean {
  return !content.model || content.model.readOnly || context.contentsModel?.writable === false;
}
