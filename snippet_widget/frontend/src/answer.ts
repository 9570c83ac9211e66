/** Answers the events of cards, each for the notebook that it came from. */

import { startDrag } from './drag.js';
import type { History } from './history.js';
import { insertInto } from './insert.js';
import type { ILocation, Locator } from './locate.js';
import type { Preferences } from './preferences.js';
import {
  ASK_EVENT,
  CHANGED_EVENT,
  CHOOSE_EVENT,
  DRAG_EVENT,
  type IAskDetail,
  type IInsertDetail,
  type IInserted,
  INSERT_EVENT,
  type IProspect,
  type IRefused,
  isAskDetail,
  isChooseDetail,
  isDragDetail,
  isInsertDetail,
  isRefused,
  refusal
} from './protocol.js';
import { reveal } from './reveal.js';
import { hasSetup } from './setup.js';

type Place = ILocation | 'closed';

export class Answers {
  constructor(
    private readonly _locator: Locator,
    private readonly _history: History,
    private readonly _preferences: Preferences
  ) {}

  listen(page: Document): void {
    this._answer(page, INSERT_EVENT, isInsertDetail, (place, detail, origin) =>
      this._insert(place, detail, origin)
    );
    this._answer(page, ASK_EVENT, isAskDetail, (place, detail) => this._prospect(place, detail));
    this._answer(page, CHOOSE_EVENT, isChooseDetail, (_, { position }) => {
      this._preferences.choose(position);
      return { position };
    });
    this._answer(page, DRAG_EVENT, isDragDetail, (_, detail) => {
      startDrag(detail);
      return { started: true };
    });
    this._preferences.changed.connect(() => page.dispatchEvent(new Event(CHANGED_EVENT)));
  }

  /** Not cancelled: the card is in no notebook of this page, and helps itself. */
  private _answer<T extends { result?: R }, R>(
    page: Document,
    name: string,
    isDetail: (detail: unknown) => detail is T,
    answer: (place: Place, detail: T, origin: Element) => R
  ): void {
    page.addEventListener(name, event => {
      const { detail } = event as CustomEvent<unknown>;
      const origin = event.composedPath()[0];
      if (event.defaultPrevented || !isDetail(detail) || !(origin instanceof Element)) {
        return;
      }
      const place = this._locator.locate(origin);
      if (place) {
        detail.result = answer(place, detail, origin);
        event.preventDefault();
      }
    });
  }

  private _insert(place: Place, detail: IInsertDetail, origin: Element): IInserted | IRefused {
    const refused = refusalOf(place);
    if (place === 'closed' || refused) {
      return refused ?? refusal('closed');
    }
    const { panel, host } = place;
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

  private _prospect(place: Place, { source, call_source }: IAskDetail): IProspect {
    return {
      position: this._preferences.position,
      refused: refusalOf(place),
      has_setup:
        place !== 'closed' &&
        call_source !== undefined &&
        hasSetup(source, call_source, codeOf(place.panel))
    };
  }
}

function refusalOf(place: Place): IRefused | null {
  if (place === 'closed') {
    return refusal('closed');
  }
  const { content, context } = place.panel;
  const isReadOnly = content.model?.readOnly ?? true;
  return isReadOnly || context.contentsModel?.writable === false ? refusal('read-only') : null;
}

function codeOf({ content }: ILocation['panel']): string[] {
  const cells = content.model?.sharedModel.cells ?? [];
  return cells.filter(cell => cell.cell_type === 'code').map(cell => cell.getSource());
}
