/** Why a notebook takes no snippet, for people. */

import type { TranslationBundle } from '@jupyterlab/translation';

import type { IRefused, Reason } from '../protocol.js';

export function refusal(reason: Reason, trans: TranslationBundle): IRefused {
  const messages: Record<Reason, string> = {
    'read-only': trans.__('This notebook is read-only. Copy the snippet instead.'),
    closed: trans.__('The notebook of this panel is closed. Open it again, or copy the snippet.'),
    'no-cell': trans.__('Click the cell that should take the snippet first.'),
    locked: trans.__('That cell is locked. Choose another cell, or insert below it.')
  };
  return { reason, message: messages[reason] };
}
