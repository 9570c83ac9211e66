/** Which index a snippet goes to: arithmetic on indices, without a notebook. */

import { type IRefused, type Position, refusal } from './protocol.js';

export interface ISituation {
  /** Number of cells. */
  length: number;
  /** Index of the active cell; -1: none. */
  active: number;
  /** Index of the cell whose output the panel is in; -1: the panel is beside the notebook. */
  host: number;
  /** Index of the cell that was active before the panel's own; -1: none. */
  previous: number;
  /** Whether the cell at an index was put there by this panel. */
  isOwn: (index: number) => boolean;
}

export interface IPlace {
  kind: 'insert' | 'cursor' | 'replace';
  index: number;
}

export function placeOf(position: Position, at: ISituation): IPlace | IRefused {
  switch (position) {
    case 'below':
      return { kind: 'insert', index: below(at) };
    case 'above':
      return { kind: 'insert', index: above(at) };
    case 'cursor':
    case 'replace':
      return inside(position, at);
  }
}

/**
 * A click in an output makes the panel's cell active again: walk over what the panel has already put
 * below it, or three clicks would give three cells in the wrong order.
 */
function below({ length, active, host, isOwn }: ISituation): number {
  let index = (active < 0 ? length - 1 : active) + 1;
  if (active === host) {
    while (index < length && isOwn(index)) {
      index += 1;
    }
  }
  return index;
}

/** Above the active cell, unless that is the panel's last insertion: then the next one follows it. */
function above({ active, host, isOwn }: ISituation): number {
  if (active < 0) {
    return 0;
  }
  return active !== host && isOwn(active) ? active + 1 : active;
}

/** The panel's own cell is never changed: what counts is the cell in which the user was before. */
function inside(kind: 'cursor' | 'replace', { active, host, previous }: ISituation): IPlace | IRefused {
  const index = active >= 0 && active !== host ? active : previous;
  return index < 0 || index === host ? refusal('no-cell') : { kind, index };
}
