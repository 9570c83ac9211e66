/** Draws a card: what the kernel says of it, and what the notebook answers. */

import type { Position } from '../../protocol.js';
import { type Listeners, element, plural } from '../dom.js';
import { splitLines } from '../codelines.js';
import { type ICardPreview, POSITION_LABELS, POSITION_WORDS } from './inserting.js';
import type { CardParts } from './parts.js';
import { type CardModel, type Shown, shownOf } from './traits.js';

/** The other form of a card's code: its label, and what it is. */
const SCRIPT_FORM = [
  'Script form',
  'The whole program as published, with asyncio.run: for a script, not for a notebook'
] as const;
const AS_PUBLISHED = [
  'As published',
  'The program as the SDK publishes it, without the automatic fixes'
] as const;

export class CardDrawing {
  private _shown: Shown;
  private _html: string | null = null;
  private _isWrapped = false;
  private _isScrolled = false;
  private _examples = '';
  /** Whether the notebook has what the call alone needs. */
  private _isCallEnough = false;
  /** Whether kernel and notebook have what the call needs, refused or not. */
  private _hasSetup = true;

  constructor(
    private readonly _model: CardModel,
    private readonly _el: HTMLElement,
    private readonly _parts: CardParts,
    listeners: Listeners
  ) {
    this._shown = shownOf(_model);
    listeners.on(_parts.frame, 'scroll', () => (this._isScrolled = true));
  }

  /** What stands on the card: its buttons take that. */
  get shown(): Shown {
    return this._shown;
  }

  draw(): void {
    const { _model: model, _parts: parts } = this;
    this._shown = shownOf(model);
    const title = model.get('title');
    parts.card.setAttribute('aria-label', title);
    parts.title.textContent = title;
    this._nameInsert();
    parts.call.setAttribute('aria-label', `Add call only: ${title}`);
    parts.copy.setAttribute('aria-label', `Copy ${title}`);
    this._drawSdk(model.get('sdk'));
    this._drawFold();
    this._drawCode();
    this._drawNotes();
    this._drawOptions();
  }

  /** What Insert would do now: where, why not, and whether its call alone is enough. */
  drawPreview({ position, refused, has_setup, availablePositions }: ICardPreview): void {
    const { where, insert } = this._parts;
    for (const option of where.options) {
      option.disabled = option.hidden = !availablePositions.includes(option.value as Position);
    }
    where.value = position;
    this._parts.position.textContent = POSITION_WORDS[position];
    this._parts.position.hidden = !POSITION_WORDS[position];
    this._nameInsert();
    insert.title = refused ? refused.message : `Insert ${POSITION_LABELS[position].toLowerCase()}`;
    insert.setAttribute('aria-disabled', String(refused !== null));
    this._hasSetup = has_setup;
    this._isCallEnough = has_setup && refused === null;
    this._drawCall();
  }

  /** The name has all that the button shows, and the card that it is on. */
  private _nameInsert(): void {
    const word = this._parts.position.textContent;
    const title = this._model.get('title');
    this._parts.insert.setAttribute(
      'aria-label',
      word ? `Insert ${word}: ${title}` : `Insert ${title}`
    );
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
    parts.rest.textContent = notShown(rest);
    parts.compatibility.hidden = !model.get('compatibility');
    parts.compatibilityNote.textContent = model.get('compatibility');
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
    const { call_source, missing, other_client } = this._shown;
    this._parts.call.hidden = !this._isCallEnough || !call_source;
    this._showOptions();
    const isAlone = !call_source; // else the program brings it
    const names = isAlone && !this._hasSetup ? missing.map(nameOf) : [];
    drawNeeds(this._parts.needs, names, other_client);
  }

  /** The place of the call alone is kept: it comes when the program has been inserted. */
  private _showOptions(): void {
    const { forms } = this._parts;
    const isEmpty = [...forms.children].every(child => (child as HTMLElement).hidden);
    forms.hidden = isEmpty && !this._shown.call_source;
    forms.toggleAttribute('data-empty', isEmpty);
  }
}

/** The name of a binding as `Binding.key` of call_setup.py writes it. */
function nameOf(key: string): string {
  return key.split(':', 1)[0]!;
}

/** Say how much of a long text is left out. */
function notShown(rest: number): string {
  const [are, them] = rest === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${plural(rest, 'more character')} ${are} not shown; Copy and Insert include ${them}.`;
}

/** Say what a call alone would not find, and what is in the place of its client. */
function drawNeeds(node: HTMLElement, names: readonly string[], otherClient: string): void {
  node.hidden = !names.length;
  const listed = new Intl.ListFormat('en').formatToParts(names);
  const pronoun = names.length === 1 ? 'it' : 'them';
  node.replaceChildren(
    'Needs ',
    ...listed.map(({ type, value }) =>
      type === 'element' ? element('code', '', { textContent: value }) : value
    ),
    ` in this notebook first: load level “Whole program” has ${pronoun}.`,
    otherClient && ` ${otherClient}`
  );
}
