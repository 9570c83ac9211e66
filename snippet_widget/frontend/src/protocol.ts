/** The contract between a snippet's card and this extension; `protocol.json` is what both are tested on. */

import protocol from '../protocol.json' with { type: 'json' };

/** Raised by a card's Insert button: cancelable, bubbling, composed. Cancelled means answered. */
export const INSERT_EVENT = protocol.insert;

/** Where a snippet goes, relative to the active cell. */
export type Position = 'below' | 'above' | 'cursor' | 'replace';

export const POSITIONS = protocol.positions as readonly Position[];

export type CellType = 'code' | 'markdown';

/** What a card holds ahead of the click: no kernel is asked. */
export interface ISnippetCell {
  source: string;
  cell_type: CellType;
  metadata: Record<string, unknown>;
}

export interface IInsertDetail extends ISnippetCell {
  /** The remembered position when absent. */
  position?: Position;
  /** Shared by the cards of one panel: their insertions stay in the order of the clicks. */
  group?: string;
  /** The answer. */
  result?: Answer;
}

export interface IInserted {
  index: number;
  cell_id: string;
  path: string;
  position: Position;
}

/** Why a notebook takes no snippet. */
export type Reason = 'read-only' | 'closed' | 'no-cell' | 'locked' | 'cell-type';

export interface IRefused {
  reason: Reason;
  /** For people: what is the matter and what to do. */
  message: string;
}

export type Answer = IInserted | IRefused;

const MESSAGES: Record<Reason, string> = {
  'read-only': 'This notebook is read-only. Copy the snippet instead.',
  closed: 'The notebook of this panel is closed. Open it again, or copy the snippet.',
  'no-cell': 'Click the cell that should take the snippet first.',
  locked: 'The active cell is locked. Choose another cell, or insert below it.',
  'cell-type': 'The active cell is a code cell of another language. Insert below it instead.'
};

export function refusal(reason: Reason): IRefused {
  return { reason, message: MESSAGES[reason] };
}

export function isRefused(answer: object): answer is IRefused {
  return 'reason' in answer;
}

/** Whether foreign code sent what a card sends. */
export function isInsertDetail(detail: unknown): detail is IInsertDetail {
  const candidate = detail as Partial<IInsertDetail> | null;
  return (
    typeof candidate?.source === 'string' &&
    (candidate.position === undefined || POSITIONS.includes(candidate.position))
  );
}
