/** What a docked panel says while its notebook has no kernel that could draw it. */

import type { TranslationBundle } from '@jupyterlab/translation';

import type { IUndeliveredDetail } from '../protocol.js';

/** @param isShown Whether the panel is there, as the kernel that is gone has drawn it. */
export function noKernelText(trans: TranslationBundle, isShown: boolean): string {
  return isShown
    ? trans.__('This notebook has no running kernel. The panel returns when there is one.')
    : trans.__('This notebook has no running kernel. The panel opens when there is one.');
}

/** @param undelivered What the panel will show then, where something else was chosen meanwhile. */
export function restartText(
  trans: TranslationBundle,
  { operation, load_level }: IUndeliveredDetail
): string {
  const chosen = [operation, load_level].filter(Boolean).join(' · ');
  return chosen
    ? trans.__('The kernel is restarting; the panel will return, showing %1.', chosen)
    : trans.__('The kernel is restarting; the panel will return.');
}
