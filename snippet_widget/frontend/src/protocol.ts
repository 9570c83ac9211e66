/**
 * The contract between a snippet's card and this extension.
 *
 * A card raises cancelable, bubbling, composed events on its own element. Canceled means answered,
 * with the answer in `detail.result`; not canceled means that the card is in no notebook of a page
 * with this extension, and has to help itself. `protocol.json` is what both ends are tested on.
 */

import protocol from '../protocol.json' with { type: 'json' };

/** Insert was clicked: `IInsertDetail`. */
export const INSERT_EVENT = protocol.insert;

/** What would Insert do: `IAskDetail`. */
export const ASK_EVENT = protocol.ask;

/** The user chose where Insert puts snippets from now on: `IChooseDetail`. */
export const CHOOSE_EVENT = protocol.choose;

/** The card's drag begins: `IDragDetail`. */
export const DRAG_EVENT = protocol.drag;

/** Escape was pressed where a panel has no other use for it: `ILeaveDetail`. */
export const LEAVE_EVENT = protocol.leave;

/** Raised on each component of a panel by the extension: `ICollectDetail` takes what it shows. */
export const COLLECT_EVENT = protocol.collect;

/** Raised on each component of a panel by the extension: its kernel is gone for good. */
export const DISCONNECTED_EVENT = protocol.disconnected;

/**
 * Raised on each component of a panel by the extension, before it inserts by a key: `IReadyDetail` says
 * when the cards are those of the row chosen.
 */
export const READY_EVENT = protocol.ready;

/** A row or a load level was chosen, and the panel's kernel is gone: `IUndeliveredDetail`. */
export const UNDELIVERED_EVENT = protocol.undelivered;

/** A panel has another choice than before, which the next kernel's panel begins with: `IPanelChoiceDetail`. */
export const PANEL_CHOICE_EVENT = protocol.panel_choice;

/** Raised on the document by the extension: answers to `ASK_EVENT` may differ from now on. */
export const CHANGED_EVENT = protocol.changed;

/** Finds a card's Insert button: an attribute and its value. */
export const INSERT_BUTTON = protocol.insert_button;

/** That value. */
export const INSERT_BUTTON_NAME = 'insert';

/** Where a snippet goes, relative to the cell that the user was in. */
export type Position = 'below' | 'above' | 'cursor' | 'replace';

export const POSITIONS = protocol.positions as readonly Position[];

export type CellType = 'code' | 'markdown';

const CELL_TYPES: readonly CellType[] = ['code', 'markdown'];

/** What a card holds ahead of the click: no kernel is asked. */
export interface ISnippetCell {
  source: string;
  cell_type: CellType;
  metadata: Record<string, unknown>;
  /** What the source binds for calls that follow, as the kernel reads it: imports, a client. */
  setup?: string[];
  /**
   * What has to be filled in of the source: its placeholders, under the wire's name for them. Those
   * before the first one of these come last.
   */
  places?: Placeholder[];
}

/** Where a value that has to be filled in begins and ends, in UTF-16 code units of the source. */
export type Placeholder = [number, number];

export interface IInsertDetail extends ISnippetCell {
  /** The chosen one when absent. */
  position?: Position;
  /** Shared by the cards of one panel: their insertions stay in the order of the clicks. */
  group?: string;
  result?: IInserted | IRefused;
}

export interface IInserted {
  index: number;
  cell_id: string;
  path: string;
  /** 'below' where the cell to change cannot be: `because` says why. */
  position: Position;
  /** Why it is below a cell that it was to change; absent: it is where it was to be. */
  because?: Instead;
  /** How many placeholders Tab goes through; absent: none. */
  places?: number;
}

/** Why a snippet is put below a cell: that is the panel's own, or holds code of another language. */
export type Instead = 'own-cell' | 'other-language';

/** Why a notebook takes no snippet. */
export type Reason = 'read-only' | 'closed' | 'no-cell' | 'locked';

export interface IRefused {
  reason: Reason;
  /** For people: what is the matter and what to do. */
  message: string;
}

export interface IAskDetail {
  /** What the card's call needs and the kernel does not have yet, as in `ISnippetCell.setup`. */
  missing: string[];
  /** The cell that the card says it has inserted. */
  inserted?: string;
  result?: IInsertPreview;
}

export interface IInsertPreview {
  /** Where Insert puts the snippet. */
  position: Position;
  /** Why it cannot; null: it can. */
  refused: IRefused | null;
  /** Whether kernel and notebook have all that the call needs: its imports and its client. */
  has_setup: boolean;
  /** Whether the notebook has the cell that was asked about no more: its insertion was undone. */
  is_undone?: boolean;
}

export interface IChooseDetail {
  position: Position;
  result?: { position: Position };
}

export interface ILeaveDetail {
  result?: { left: true };
}

export interface IUndeliveredDetail {
  /** Method and path; '' where no row was chosen. */
  operation: string;
  /** As the dropdown has it; absent where none was chosen. */
  load_level?: string;
}

/** Organization, API, endpoint and query of a panel, by the kernel's names for them. */
export type PanelChoice = Record<string, string>;

export interface IPanelChoiceDetail {
  choice: PanelChoice;
}

/** What a panel shows, for the notebook to keep: each component adds its part. */
export interface ICollectDetail {
  /** Method and path; '' as long as none is shown. */
  operation: string;
  cards: IShownCard[];
}

export interface IReadyDetail {
  /** The key was pressed in the filter: its first match is meant. */
  in_filter: boolean;
  /** Set by the list: since the filter changed the user has moved to a row, which is meant instead. */
  has_moved?: boolean;
  /** Set by the list where the focus is in it: what comes of the key is said there. */
  message?: IMessageLine;
  /** Whether there is something to insert; absent: at once. */
  result?: Promise<boolean>;
}

/** A line that says what came of something. */
export interface IMessageLine {
  /** For a while; '': nothing. */
  say(text: string): void;
  /** Until something else is said. */
  keep(text: string): void;
}

export interface IShownCard {
  /** Method and path of the endpoint that it is of. */
  operation: string;
  title: string;
  sdk: string;
  /** The code, as highlight.py makes it. */
  html: string;
  /** The word after a Markdown fence. */
  lexer: string;
  warnings: string[];
  verified: string;
}

export interface IDragDetail extends ISnippetCell {
  /** As in `IInsertDetail`. */
  group?: string;
  client_x: number;
  client_y: number;
  /** What is dragged along, for people. */
  label: string;
  result?: { started: true };
}

export function isRefused(answer: object): answer is IRefused {
  return 'reason' in answer;
}

export function isPosition(value: unknown): value is Position {
  return POSITIONS.includes(value as Position);
}

/** Whether foreign code sent what a card sends. */
export function isInsertDetail(detail: unknown): detail is IInsertDetail {
  return (
    isSnippetCell(detail) &&
    isOptional(detail, 'position', isPosition) &&
    isOptional(detail, 'group', isString)
  );
}

/** What goes into a notebook is checked whole: an invalid cell would spoil its file. */
function isSnippetCell(detail: unknown): detail is ISnippetCell {
  return (
    isObject(detail) &&
    isString(detail['source']) &&
    CELL_TYPES.includes(detail['cell_type'] as CellType) &&
    isObject(detail['metadata']) &&
    isOptional(detail, 'setup', areStrings) &&
    isOptional(detail, 'places', arePlaceholders)
  );
}

function isOptional(detail: object, name: string, isValid: (value: unknown) => boolean): boolean {
  const value = (detail as Record<string, unknown>)[name];
  return value === undefined || isValid(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function areStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isString);
}

function arePlaceholders(places: unknown): boolean {
  const isPlaceholder = (each: unknown): boolean =>
    Array.isArray(each) && each.length === 2 && each.every(Number.isInteger);
  return Array.isArray(places) && places.every(isPlaceholder);
}

export function isAskDetail(detail: unknown): detail is IAskDetail {
  return (
    isObject(detail) && areStrings(detail['missing']) && isOptional(detail, 'inserted', isString)
  );
}

export function isChooseDetail(detail: unknown): detail is IChooseDetail {
  return isPosition((detail as Partial<IChooseDetail> | null)?.position);
}

export function isDragDetail(detail: unknown): detail is IDragDetail {
  const { client_x: x, client_y: y, label } = (detail ?? {}) as Partial<IDragDetail>;
  return (
    isSnippetCell(detail) &&
    isOptional(detail, 'group', isString) &&
    Number.isFinite(x) &&
    Number.isFinite(y) &&
    isString(label)
  );
}

/** It has nothing but a place for the answer, which is the extension's. */
export function isLeaveDetail(detail: unknown): detail is ILeaveDetail {
  return isObject(detail) && detail['result'] === undefined;
}

export function isUndeliveredDetail(detail: unknown): detail is IUndeliveredDetail {
  return (
    isObject(detail) && isString(detail['operation']) && isOptional(detail, 'load_level', isString)
  );
}

export function isPanelChoiceDetail(detail: unknown): detail is IPanelChoiceDetail {
  const choice = (detail as Partial<IPanelChoiceDetail> | null)?.choice;
  return isObject(choice) && Object.values(choice).every(isString);
}

export function isReadyDetail(detail: unknown): detail is IReadyDetail {
  return typeof (detail as Partial<IReadyDetail> | null)?.in_filter === 'boolean';
}

export function isCollectDetail(detail: unknown): detail is ICollectDetail {
  return Array.isArray((detail as Partial<ICollectDetail> | null)?.cards);
}
