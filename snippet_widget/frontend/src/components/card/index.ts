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
import { Listeners, element, plural, prepareRoot } from '../dom.js';
import { splitLines } from '../lines.js';
import { WithHeading } from '../together.js';
import './card.css';
import { copy } from './copying.js';
import {
  type ICardProspect,
  type IMemory,
  POSITION_LABELS,
  ask,
  choose,
  drag,
  insert
} from './inserting.js';
import { CardParts } from './parts.js';
import {
  type CardModel,
  type ITraits,
  type Shown,
  callOf,
  cellOf,
  plainCell,
  shownCard,
  shownOf
} from './traits.js';

/** The other form of a card's code: its label, and what it is. */
const SCRIPT_FORM = [
  'Script form',
  'The whole program as published, with asyncio.run: for a script, not for a notebook'
] as const;
const AS_PUBLISHED = [
  'As published',
  'The program as the SDK publishes it, without the automatic fixes'
] as const;

/** Milliseconds that it is said what came of a click. */
const REMEMBERED = 8_000;

class CardView {
  private readonly _parts = new CardParts();
  private readonly _memory: IMemory = { position: 'below' };
  private _shown: Shown = shownOf(this._model);
  private _html: string | null = null;
  private _isWrapped = false;
  private _isScrolled = false;
  private _examples = '';
  private _isCallEnough = false;
  private _saying: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly _model: CardModel,
    private readonly _el: HTMLElement,
    listeners: Listeners
  ) {
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
    const together = new WithHeading(_el, listeners, () => this._redraw());
    listeners.onModel(_model, 'change', () => together.draw(_model.get('drawing')));
    this._draw();
  }

  // ---- Listening ---------------------------------------------------------------------------

  private _listenToActions(listeners: Listeners): void {
    const { _parts: parts } = this;
    listeners.on(parts.insert, 'click', () => this._insert(cellOf(this._shown)));
    listeners.on(parts.call, 'click', () => this._insert(callOf(this._shown)));
    listeners.on(parts.install, 'click', () => this._insert(plainCell(this._shown.install)));
    listeners.on(parts.where, 'change', () => this._choosePosition(parts.where.value as Position));
    listeners.on(parts.heading, 'dragstart', event => drag(this._shown, this._el, event));
    listeners.on(parts.frame, 'scroll', () => (this._isScrolled = true));
    listeners.on(parts.copy, 'click', () => {
      void copy(this._shown.code, parts.code).then(({ message }) => this._say(message));
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
    listeners.on(this._el, 'pointerenter', () => this._look());
    listeners.on(this._el, 'focusin', () => this._look());
    listeners.onEvent(document, CHANGED_EVENT, () => this._look());
    requestAnimationFrame(() => this._look());
  }

  private _insert(cell: ISnippetCell): void {
    this._say(''); // the same again is announced again
    void insert(this._model, this._el, this._parts.code, this._memory, cell).then(message => {
      this._say(message);
      // Nothing that can wait shall delay the new cell.
      requestAnimationFrame(() => setTimeout(() => this._look()));
    });
  }

  private _choosePosition(position: Position): void {
    choose(this._el, position);
    this._say(`Insert puts snippets ${POSITION_LABELS[position].toLowerCase()} from now on.`);
    this._look();
  }

  private _look(): void {
    const prospect = ask(this._shown, this._el, this._memory);
    this._memory.position = prospect.position;
    if (prospect.is_undone) {
      this._memory.inserted = undefined;
      this._say('');
    }
    this._drawProspect(prospect);
  }

  // ---- Drawing -----------------------------------------------------------------------------

  private _redraw(): void {
    const { missing } = this._shown;
    this._draw();
    if (String(missing) !== String(this._shown.missing)) {
      this._look();
    }
  }

  private _draw(): void {
    const { _model: model, _parts: parts } = this;
    this._shown = shownOf(model);
    const title = model.get('title');
    parts.card.setAttribute('aria-label', title);
    parts.title.textContent = title;
    parts.insert.setAttribute('aria-label', `Insert ${title}`);
    parts.call.setAttribute('aria-label', `Add call only: ${title}`);
    parts.copy.setAttribute('aria-label', `Copy ${title}`);
    this._drawSdk(model.get('sdk'));
    this._drawFold();
    this._drawCode();
    this._drawNotes();
    this._drawOptions();
  }

  /** Where room is short the package's name is cut, never the version. */
  private _drawSdk(sdk: string): void {
    const end = Math.max(0, sdk.lastIndexOf(' '));
    this._parts.packageName.textContent = sdk.slice(0, end);
    this._parts.version.textContent = sdk.slice(end);
    this._parts.sdk.title = sdk;
  }

  private _drawCode(): void {
    const { code, frame } = this._parts;
    const [html, isWrapped] = [this._model.get('html'), this._model.get('wrap')];
    if (this._html === html && this._isWrapped === isWrapped) {
      return;
    }
    if (this._html !== html && this._isScrolled) {
      frame.scrollTo(0, 0); // where nothing is scrolled it would only lay out the page
      this._isScrolled = false;
    }
    this._html = html;
    this._isWrapped = isWrapped;
    code.classList.toggle('sw-wrapped', isWrapped);
    code.innerHTML = html; // made by highlight.py
    if (isWrapped) {
      splitLines(code);
    }
  }

  /** Languages that are not wanted first show their heading, which inserts and copies too. */
  private _drawFold(): void {
    const { _model: model, _parts: parts } = this;
    const isFolded = model.get('folded');
    this._el.toggleAttribute('data-folded', isFolded);
    this._el.toggleAttribute('data-foldable', model.get('foldable'));
    this._el.hidden = !model.get('shown');
    parts.body.hidden = isFolded;
    parts.fold.hidden = !model.get('foldable');
    parts.fold.setAttribute('aria-expanded', String(!isFolded));
    parts.fold.setAttribute('aria-label', `Code of ${model.get('title')}`);
  }

  private _drawNotes(): void {
    const { _model: model, _parts: parts } = this;
    const warnings = model.get('warnings');
    parts.warnings.show(warnings, plural(warnings.length, 'warning'));
    const repairs = model.get('repairs');
    parts.repairs.show(repairs, plural(repairs.length, 'automatic fix', 'automatic fixes'));
    parts.verified.textContent = model.get('verified');
    parts.verified.hidden = !model.get('verified');
    parts.parameters.show(model.get('parameters'), model.get('docs'));
    const rest = model.get('not_shown');
    parts.rest.hidden = !rest;
    parts.rest.textContent = `${rest} more characters are copied and inserted.`;
    parts.compatibility.hidden = !model.get('fit');
    parts.compatibilityNote.textContent = model.get('fit');
    parts.install.hidden = !model.get('install');
    parts.install.title = model.get('install');
  }

  private _drawOptions(): void {
    const { _model: model, _parts: parts } = this;
    const examples = model.get('examples');
    parts.example.hidden = examples.length < 2;
    if (JSON.stringify(examples) !== this._examples) {
      this._examples = JSON.stringify(examples);
      parts.example.replaceChildren(
        ...examples.map((name, n) => element('option', '', { value: `${n}`, textContent: name }))
      );
    }
    parts.example.value = String(model.get('example'));
    parts.published.hidden = !model.get('has_published');
    const [label, title] = model.get('has_repairs') ? AS_PUBLISHED : SCRIPT_FORM;
    Object.assign(parts.published, { textContent: label, title });
    parts.published.setAttribute('aria-pressed', String(model.get('published')));
    parts.required.hidden = !model.get('has_required_only');
    parts.required.setAttribute('aria-pressed', String(model.get('required_only')));
    this._drawCall();
  }

  /** The program of a card changes between two answers of the extension: ask both. */
  private _drawCall(): void {
    this._parts.call.hidden = !this._isCallEnough || !this._shown.call_source;
    this._showOptions();
  }

  /** The place of the call alone is kept: it comes when the program has been inserted. */
  private _showOptions(): void {
    const { forms } = this._parts;
    const isEmpty = [...forms.children].every(child => (child as HTMLElement).hidden);
    forms.hidden = isEmpty && !this._shown.call_source;
    forms.toggleAttribute('data-empty', isEmpty);
  }

  /** What Insert would do now: where, why not, and whether its call alone is enough. */
  private _drawProspect({ position, refused, has_setup, availablePositions }: ICardProspect): void {
    const { where, insert } = this._parts;
    for (const option of where.options) {
      option.disabled = option.hidden = !availablePositions.includes(option.value as Position);
    }
    where.value = position;
    insert.title = refused ? refused.message : `Insert ${POSITION_LABELS[position].toLowerCase()}`;
    insert.setAttribute('aria-disabled', String(refused !== null));
    this._isCallEnough = has_setup && refused === null;
    this._drawCall();
  }

  /** Say what came of a click, for a while: an inserted cell may be gone, or another number, later. */
  private _say(message: string): void {
    const { message: line } = this._parts;
    clearTimeout(this._saying);
    line.textContent = message;
    if (message) {
      this._saying = setTimeout(() => line.replaceChildren(), REMEMBERED);
    }
  }
}

export function render({ model, el }: RenderProps<ITraits>): () => void {
  const listeners = new Listeners();
  prepareRoot(el, 'sw-card-root', listeners);
  new CardView(model, el, listeners);
  return listeners.end;
}

export default { render };
