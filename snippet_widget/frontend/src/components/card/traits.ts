/** What the kernel says of a card: `SnippetCard` in Python. */

import type { AnyModel } from '@anywidget/types';

import type { CellType, IShownCard, ISnippetCell, Place } from '../../protocol.js';

/** Name, type, whether it is required, default and description. */
export type Parameter = [string, string, boolean, string, string];

export interface ITraits {
  /** Method and path, for people. */
  operation: string;
  title: string;
  sdk: string;
  html: string;
  code: string;
  lexer: string;
  cell_source: string;
  cell_type: CellType;
  metadata: Record<string, unknown>;
  /** The call alone; empty where it is all there is, or is no cell of this kernel. */
  call_source: string;
  call_metadata: Record<string, unknown>;
  /** What has to be filled in, of the program and of the call alone. */
  places: Place[];
  call_places: Place[];
  /** What the program binds for its call, and what of it this kernel does not have yet. */
  setup: string[];
  missing: string[];
  group: string;
  warnings: string[];
  repairs: string[];
  /** What running the code has shown. */
  verified: string;
  not_shown: number;
  has_published: boolean;
  /** The program as published has faults that were repaired. */
  has_repairs: boolean;
  published: boolean;
  /** Whether there is a form with the required arguments alone, and whether it is shown. */
  has_required_only: boolean;
  required_only: boolean;
  parameters: Parameter[];
  /** URL of the vendor's documentation. */
  docs: string;
  fit: string;
  install: string;
  wrap: boolean;
  /** Whether only the heading is shown, and whether the person may choose that. */
  folded: boolean;
  foldable: boolean;
  /** Whether the endpoint has this card, and the person wants it. */
  shown: boolean;
  examples: string[];
  example: number;
}

export type CardModel = AnyModel<ITraits>;

/** The whole program. */
export function cellOf(model: CardModel): ISnippetCell {
  return {
    source: model.get('cell_source'),
    cell_type: model.get('cell_type'),
    metadata: structuredClone(model.get('metadata')),
    setup: [...model.get('setup')],
    places: [...model.get('places')]
  };
}

/** The call alone, for a notebook that has the rest. */
export function callOf(model: CardModel): ISnippetCell {
  return {
    source: model.get('call_source'),
    cell_type: 'code',
    metadata: structuredClone(model.get('call_metadata')),
    places: [...model.get('call_places')]
  };
}

/** What is seen of it, for the notebook to keep. */
export function shownCard(model: CardModel): IShownCard {
  return {
    operation: model.get('operation'),
    title: model.get('title'),
    sdk: model.get('sdk'),
    html: model.get('html'),
    lexer: model.get('lexer'),
    warnings: [...model.get('warnings')],
    verified: model.get('verified')
  };
}

export function plainCell(source: string): ISnippetCell {
  return { source, cell_type: 'code', metadata: {} };
}
