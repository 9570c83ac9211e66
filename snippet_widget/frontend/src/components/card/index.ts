/**
 * The snippet card. Source, cell type and metadata are here ahead of the click, so that Insert and
 * Copy need no kernel. Foreign text arrives as text, or as HTML made by highlight.py.
 */

import type { RenderProps } from '@anywidget/types';

import {
  CHANGED_EVENT,
  COLLECT_EVENT,
  type ISnippetCell,
  type Position,
  isCollectDetail
} from '../../protocol.js';
import { Listeners, prepareRoot } from '../dom.js';
import { TransientMessage } from '../transientmessage.js';
import { BatchedDrawing } from '../batcheddrawing.js';
import './card.css';
import { copy } from './copying.js';
import { CardDrawing } from './drawing.js';
import { type IInsertionState, POSITION_LABELS, ask, choose, drag, insert } from './inserting.js';
import { CardParts } from './parts.js';
import {
  type CardModel,
  type ITraits,
  type Shown,
  callOf,
  cellOf,
  plainCell,
  shownCard
} from './traits.js';

interface IClicked {
  operation: string;
  isAhead: boolean;
}

class CardView {
  private readonly _parts = new CardParts();
  private readonly _drawing: CardDrawing;
  /** What came of a click. */
  private readonly _message = new TransientMessage(this._parts.message);
  /** The endpoint that it ends with; '': it is about none. */
  private _subject = '';
  /** Whether another endpoint was chosen already at the click: the message is still to be read with its cards. */
  private _isAhead = false;
  private readonly _insertionState: IInsertionState = { position: 'below' };

  constructor(
    private readonly _model: CardModel,
    private readonly _el: HTMLElement,
    listeners: Listeners
  ) {
    this._drawing = new CardDrawing(_model, _el, this._parts, listeners);
    _el.append(this._parts.card);
    this._listenToActions(listeners);
    this._listenToOptions(listeners);
    this._keepAsking(listeners);
    listeners.onEvent(_el, COLLECT_EVENT, event => {
      const { detail } = event as CustomEvent<unknown>;
      if (isCollectDetail(detail) && this._shown.shown) {
        detail.cards.push(shownCard(this._shown));
      }
    });
    const batch = new BatchedDrawing(_el, listeners, () => this._redraw());
    listeners.onModel(_model, 'change', () => batch.draw(_model.get('drawing')));
    this._drawing.draw();
  }

  /** What stands on the card, whatever the kernel has sent since. */
  private get _shown(): Shown {
    return this._drawing.shown;
  }

  private _listenToActions(listeners: Listeners): void {
    const { _parts: parts } = this;
    listeners.on(parts.insert, 'click', () => this._insert(cellOf(this._shown)));
    listeners.on(parts.call, 'click', () => this._insert(callOf(this._shown)));
    listeners.on(parts.install, 'click', () => this._insert(plainCell(this._shown.install)));
    listeners.on(parts.where, 'change', () => this._choosePosition(parts.where.value as Position));
    listeners.on(parts.heading, 'dragstart', event => drag(this._shown, this._el, event));
    listeners.on(parts.copy, 'click', () => {
      const clicked = this._clicked();
      void copy(this._shown.code, parts.code).then(({ message }) => this._say(message, clicked));
    });
  }

  private _listenToOptions(listeners: Listeners): void {
    const { _model: model, _parts: parts } = this;
    for (const [button, trait] of [
      [parts.published, 'published'],
      [parts.required, 'required_only'],
      [parts.fold, 'folded']
    ] as const) {
      listeners.on(button, 'click', () => {
        model.set(trait, !model.get(trait));
        model.save_changes();
      });
    }
    listeners.on(parts.example, 'change', () => {
      model.set('example', Number(parts.example.value));
      model.save_changes();
    });
  }

  /** Ask whenever the answer may have changed and be seen; until then `el` is in no page yet. */
  private _keepAsking(listeners: Listeners): void {
    listeners.on(this._el, 'pointerenter', () => this._updatePreview());
    listeners.on(this._el, 'focusin', () => this._updatePreview());
    listeners.onEvent(document, CHANGED_EVENT, () => this._updatePreview());
    requestAnimationFrame(() => this._updatePreview());
  }

  private _insert(cell: ISnippetCell): void {
    this._message.say(''); // the same again is announced again
    const clicked = this._clicked();
    void insert(this._model, this._el, this._parts.code, this._insertionState, cell).then(
      message => {
        this._say(message, clicked);
        // Nothing that can wait shall delay the new cell.
        requestAnimationFrame(() => setTimeout(() => this._updatePreview()));
      }
    );
  }

  private _choosePosition(position: Position): void {
    choose(this._el, position);
    this._subject = '';
    this._message.say(
      `Insert puts snippets ${POSITION_LABELS[position].toLowerCase()} from now on.`
    );
    this._updatePreview();
  }

  private _updatePreview(): void {
    const preview = ask(this._shown, this._el, this._insertionState);
    this._insertionState.position = preview.position;
    if (preview.is_undone) {
      this._insertionState.inserted = undefined;
      this._message.say('');
    }
    this._drawing.drawPreview(preview);
  }

  /** What a click was about, and whether the list was ahead of it. */
  private _clicked(): IClicked {
    const { operation } = this._shown;
    const isWaiting = this._el.closest('[data-waiting]') !== null;
    return { operation, isAhead: isWaiting || this._model.get('operation') !== operation };
  }

  private _say(message: string, { operation, isAhead }: IClicked): void {
    this._message.say(message);
    this._subject = operation;
    this._isAhead = isAhead || operation !== this._shown.operation;
    this._endMessage();
  }

  /** What was said of an endpoint ends when the card shows another; of one chosen before it is named. */
  private _endMessage(): void {
    const { operation } = this._shown;
    if (this._subject === '' || this._subject === operation) {
      return;
    }
    if (this._isAhead) {
      this._message.nameSubject(this._subject);
      this._subject = operation;
    } else {
      this._message.say('');
      this._subject = '';
    }
    this._isAhead = false;
  }

  private _redraw(): void {
    const { missing } = this._shown;
    this._drawing.draw();
    this._endMessage();
    if (String(missing) !== String(this._shown.missing)) {
      this._updatePreview();
    }
  }
}

function render({ model, el }: RenderProps<ITraits>): () => void {
  const listeners = new Listeners();
  prepareRoot(el, 'sw-card-root', listeners);
  new CardView(model, el, listeners);
  return listeners.end;
}

export default { render };
