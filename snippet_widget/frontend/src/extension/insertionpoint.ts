/** Which index a snippet goes to: arithmetic on indices, without a notebook. */

import type { Instead, Position, Reason } from '../protocol.js';

export interface ISituation {
  /** Number of cells. */
  length: number;
  /** Index of the cell that the user was in; -1: none. */
  user: number;
  /** Index of the cell whose output the panel is in; -1: the panel is beside the notebook. */
  host: number;
  /** Whether the cell that the user was in holds code that the snippet cannot be part of. */
  holdsOtherCode: boolean;
  /** Whether the cell at an index was put there by this panel. */
  isOwn: (index: number) => boolean;
  /** Whether that cell was the last to be put above another, and the user has done nothing since. */
  continuesAbove: boolean;
}

/** The index of a new cell, or that of the cell to write into or to replace. */
export interface IInsertionPoint {
  kind: 'insert' | 'cursor' | 'replace';
  index: number;
  /** Why it is below that cell, although it was to change it. */
  because?: Instead;
}

export function insertionPoint(position: Position, at: ISituation): IInsertionPoint | Reason {
  switch (position) {
    case 'below':
      return { kind: 'insert', index: below(at) };
    case 'above':
      return { kind: 'insert', index: above(at) };
    case 'cursor':
    case 'replace':
      if (at.user < 0) {
        return 'no-cell';
      }
      if (at.user === at.host) {
        return { kind: 'insert', index: below(at), because: 'own-cell' };
      }
      return position === 'cursor' && at.holdsOtherCode
        ? { kind: 'insert', index: below(at), because: 'other-language' }
        : { kind: position, index: at.user };
  }
}

/**
 * The user may click again without leaving the panel's cell: walk over what the panel has already put
 * below it, or three clicks would give three cells in the wrong order.
 */
function below({ length, user, host, isOwn }: ISituation): number {
  let index = (user < 0 ? length - 1 : user) + 1;
  if (user === host) {
    while (index < length && isOwn(index)) {
      index += 1;
    }
  }
  return index;
}

/** Above the user's cell; the next one of a series follows the one before, which keeps their order. */
function above({ user, continuesAbove }: ISituation): number {
  return Math.max(0, continuesAbove ? user + 1 : user);
}
