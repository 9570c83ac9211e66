/**
 * What Jupyter's packages have but promise in no interface, all of it, in one place.
 *
 * Every function answers null, or does without, where a version of Jupyter has it no more.
 */

import type { EditorView } from '@codemirror/view';
import type { ISharedCell, ISharedNotebook } from '@jupyter/ydoc';
import type { Kernel } from '@jupyterlab/services';

/** One insertion, one step: Yjs merges the steps of half a second, unless it is told to stop. */
export function asOneStep(shared: ISharedNotebook | ISharedCell, change: () => void): void {
  // Not in the interfaces, yet in every implementation of them.
  const { undoManager } = shared as { undoManager?: { stopCapturing?: () => void } | null };
  undoManager?.stopCapturing?.();
  shared.transact(change);
  undoManager?.stopCapturing?.();
}

/** A step of an undo history: the same object as long as it is neither undone nor redone. */
export type IUndoStep = object;

interface IUndoManager {
  undoStack: IUndoStep[];
  redoStack: IUndoStep[];
  undoing?: boolean;
  redoing?: boolean;
  clear?: (undoStack: boolean, redoStack: boolean) => void;
  on: (
    event: 'stack-item-added' | 'stack-item-popped',
    called: (event: IStepEvent) => void
  ) => void;
}

interface IStepEvent {
  stackItem: IUndoStep;
  type: 'undo' | 'redo';
}

function undoManagerOf(shared: ISharedNotebook | ISharedCell): IUndoManager | null {
  const { undoManager } = shared as { undoManager?: Partial<IUndoManager> | null };
  const isKnown = undoManager?.undoStack && undoManager.redoStack && undoManager.on;
  return isKnown ? (undoManager as IUndoManager) : null;
}

/** That of a notebook, or of a cell with a history of its own. */
function ownManagerOf(shared: ISharedNotebook | ISharedCell): IUndoManager | null {
  const manager = undoManagerOf(shared);
  const whole = 'notebook' in shared && shared.notebook ? undoManagerOf(shared.notebook) : null;
  return manager === whole ? null : manager;
}

/** The steps of a notebook, or of a cell with a history of its own, that can be undone: the last one last. */
export function undoSteps(shared: ISharedNotebook | ISharedCell): readonly IUndoStep[] {
  return ownManagerOf(shared)?.undoStack ?? [];
}

/** The steps that can be redone: the next one last. */
export function redoSteps(shared: ISharedNotebook | ISharedCell): readonly IUndoStep[] {
  return ownManagerOf(shared)?.redoStack ?? [];
}

/** As any change of the notebook does: after one in a cell's own history, too, there is nothing to redo. */
export function forgetRedo(shared: ISharedNotebook | ISharedCell): void {
  ownManagerOf(shared)?.clear?.(false, true);
}

/** Say when the user has made a step: undoing and redoing make none. */
export function followNewSteps(shared: ISharedNotebook | ISharedCell, onMade: () => void): void {
  const manager = ownManagerOf(shared);
  manager?.on('stack-item-added', () => {
    if (!manager.undoing && !manager.redoing) {
      onMade();
    }
  });
}

/** Undoing replaces a step by the one that redoes it, and the other way round: say which by which. */
export function followSteps(
  shared: ISharedNotebook | ISharedCell,
  onReplaced: (before: IUndoStep, after: IUndoStep, by: 'undo' | 'redo') => void
): void {
  const manager = ownManagerOf(shared);
  manager?.on('stack-item-popped', ({ stackItem, type }) => {
    const after = (type === 'undo' ? manager.redoStack : manager.undoStack).at(-1);
    if (after) {
      onReplaced(stackItem, after, type);
    }
  });
}

/** The path of "Create New View for Cell Output": its content knows the notebook's. */
export function pathOfContent(widget: object): string | null {
  const { content } = widget as { content?: { path?: unknown } };
  return typeof content?.path === 'string' ? content.path : null;
}

/** The notebook that ipywidgets' manager of a model draws into: no card of ours is in it. */
export function notebookOfManager(manager: unknown): ISharedNotebook | null {
  const { context } = (manager ?? {}) as {
    context?: { model?: { readOnly?: boolean; sharedModel?: ISharedNotebook } };
  };
  const shared = context?.model?.sharedModel;
  return shared && 'insertCell' in shared && context.model?.readOnly !== true ? shared : null;
}

/** The number of the cell around a node, as JupyterLab's windowed list marks it. */
export function cellIndexAround(node: Element): number | null {
  const item = node.closest<HTMLElement>('[data-windowed-list-index]');
  return item ? Number(item.dataset['windowedListIndex']) : null;
}

/** Whether ipywidgets' renderer says that a kernel does not have the widget: it marks its own node. */
export function isMissingWidget(node: Element): boolean {
  return node.classList.contains('jupyter-widgets') && node.childElementCount === 0;
}

/** CodeMirror's view of a cell's editor; null: it is not drawn, or is another kind of editor. */
export function editorViewOf(editor: object | null): EditorView | null {
  const { editor: view } = (editor ?? {}) as { editor?: EditorView };
  return view && 'dispatch' in view && 'state' in view ? view : null;
}

/**
 * Let widgets talk to the process that is a kernel's now: JupyterLab remembers the subshells of one
 * that another window has restarted, and what is sent to those is lost.
 */
export function renewSubshells(kernel: Kernel.IKernelConnection | null | undefined): void {
  const widgets = (kernel ?? {}) as { commsOverSubshells?: string };
  const { commsOverSubshells: use } = widgets;
  if (use && use !== 'disabled') {
    widgets.commsOverSubshells = 'disabled';
    setTimeout(() => (widgets.commsOverSubshells = use)); // those of before are forgotten then
  }
}
