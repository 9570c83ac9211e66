/** What the kernel and the finder say to each other: `Finder` in Python. */

import type { SentRow } from './rows.js';

export interface IFinderTraits {
  query: string;
  /** The query that `rows` are of. */
  found: string;
  /** Key of the endpoint chosen; -1: none. */
  chosen: number;
  rows: SentRow[];
  /** How many other rows match, which are sent when they are asked for. */
  more: number;
  note: string;
  /** Where the panel is; absent in a kernel with an older package. */
  panel_choice?: Record<string, string>;
}

/** The kernel's answer to "ping": whether it came from a subshell, so beside a running cell. */
export interface IPong {
  kind: 'pong';
  subshell: boolean;
}

/** What the kernel answers to "more": the rows from number `start` on. */
export interface IMoreRows {
  kind: 'rows';
  query: string;
  start: number;
  rows: SentRow[];
}

export type FromKernel = IPong | IMoreRows;

export type ToKernel =
  | { kind: 'ping' }
  /** The row chosen was chosen again: the filter may name another of its examples. */
  | { kind: 'reselect' }
  /** `count`: so many are wanted, rather than as many as are sent at once. */
  | { kind: 'more'; query: string; start: number; count?: number };
