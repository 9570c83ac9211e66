/** What the kernel says of a card: `SnippetCard` in Python. */

import type { AnyModel } from '@anywidget/types';

import type { CellType, IShownCard, ISnippetCell, Placeholder } from '../../protocol.js';

/** Name, type, whether it is required, default and description. */
export type Parameter = [string, string, boolean, string, string];

export interface ITraits {
  /** Number of the drawing that it is part of: heading and cards of one are drawn in one step. */
  drawing: number;
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
  /** Placeholders of the program, and of the call alone. */
  places: Placeholder[];
  call_places: Placeholder[];
  /** What the program binds for its call, and what of it this kernel does not have yet. */
  setup: string[];
  missing: string[];
  /** What this kernel has in the place of the call's client, for people; else empty. */
  other_client: string;
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
  compatibility: string;
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

/** What actions take from a card. */
const TAKEN = [
  'operation',
  'title',
  'sdk',
  'html',
  'code',
  'lexer',
  'cell_source',
  'cell_type',
  'metadata',
  'call_source',
  'call_metadata',
  'places',
  'call_places',
  'setup',
  'missing',
  'other_client',
  'group',
  'warnings',
  'verified',
  'install',
  'shown'
] as const satisfies readonly (keyof ITraits)[];

/** As it stands on the card: until that is drawn again, whatever the kernel has sent since. */
export type Shown = Readonly<Pick<ITraits, (typeof TAKEN)[number]>>;

/** Lists and records are replaced by the kernel, never changed: they are not copied. */
export function shownOf(model: Pick<CardModel, 'get'>): Shown {
  return Object.fromEntries(TAKEN.map(name => [name, model.get(name)])) as unknown as Shown;
}

/** The whole program. */
export function cellOf(shown: Shown): ISnippetCell {
  return {
    source: shown.cell_source,
    cell_type: shown.cell_type,
    metadata: structuredClone(shown.metadata),
    setup: [...shown.setup],
    places: [...shown.places]
  };
}

/** The call alone, for a notebook that has the rest. */
export function callOf(shown: Shown): ISnippetCell {
  return {
    source: shown.call_source,
    cell_type: 'code',
    metadata: structuredClone(shown.call_metadata),
    places: [...shown.call_places]
  };
}

/** What is seen of it, for the notebook to keep. */
export function shownCard(shown: Shown): IShownCard {
  const { operation, title, sdk, html, lexer, warnings, verified } = shown;
  return { operation, title, sdk, html, lexer, warnings: [...warnings], verified };
}

export function plainCell(source: string): ISnippetCell {
  return { source, cell_type: 'code', metadata: {} };
}
