/** One insertion, one step of the undo history. */

import type { ISharedCell, ISharedNotebook } from '@jupyter/ydoc';

/** Yjs merges the steps of half a second into one, unless it is told to stop. */
export function asOneStep(shared: ISharedNotebook | ISharedCell, change: () => void): void {
  // Not in the interfaces, yet in every implementation of them.
  const { undoManager } = shared as { undoManager?: { stopCapturing: () => void } | null };
  undoManager?.stopCapturing();
  shared.transact(change);
  undoManager?.stopCapturing();
}
