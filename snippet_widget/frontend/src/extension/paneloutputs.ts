/** Panels in the outputs of notebooks: drawn by us, told of their kernel's end, kept with the notebook. */

import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { IRenderMime } from '@jupyterlab/rendermime';
import type { TranslationBundle } from '@jupyterlab/translation';

import { renewSubshells } from '../compatibility.js';
import { KernelProcess } from './kernelprocess.js';
import { StoredPanel, WIDGET_MIME } from './storedpanel.js';

/** Marks the output of a panel, beside its other forms. */
const PANEL_MIME = 'application/vnd.snippet-widget.panel+json';

/** Preferred to ipywidgets' own, which has -10. */
const RANK = -20;

type Context = NotebookPanel['context'];

/** In every notebook: ipywidgets' own renderer is one for each of them, too. */
export function drawStoredPanels(tracker: INotebookTracker, trans: TranslationBundle): void {
  const draw = (notebook: NotebookPanel): void => {
    const panels = drawPanelsOf(notebook, trans);
    onKernelGone(notebook.context, () => panels.forEach(panel => panel.markDisconnected()));
    onSave(notebook.context, () => panels.forEach(panel => panel.store()));
  };
  tracker.widgetAdded.connect((_, notebook) => draw(notebook));
  tracker.forEach(draw);
}

/** Return the panels of a notebook: those of now, at any time. */
function drawPanelsOf(
  { content: { rendermime }, context }: NotebookPanel,
  trans: TranslationBundle
): ReadonlySet<StoredPanel> {
  const panels = new Set<StoredPanel>();
  const hasKernel = (): boolean =>
    context.sessionContext.session?.kernel?.connectionStatus === 'connected';
  /** ipywidgets' own: it looks for them by their class, to hand them the widgets of the kernel. */
  const createRenderer = (): IRenderMime.IRenderer => {
    const renderer = rendermime.createRenderer(WIDGET_MIME);
    const panel = new StoredPanel(renderer, rendermime, trans, hasKernel);
    panels.add(panel);
    renderer.disposed.connect(() => panels.delete(panel));
    return renderer;
  };
  // Unsafe because the panel runs: where a notebook is not trusted its HTML is drawn.
  rendermime.addFactory({ safe: false, mimeTypes: [PANEL_MIME], createRenderer }, RANK);
  return panels;
}

function onKernelGone({ sessionContext, disposed }: Context, onGone: () => void): void {
  sessionContext.kernelChanged.connect((_, { oldValue, newValue }) => {
    if (oldValue && oldValue.id !== newValue?.id) {
      onGone();
    }
  });
  sessionContext.statusChanged.connect((_, status) => {
    if (status === 'dead' || status === 'terminating') {
      onGone();
    }
  });
  const process = new KernelProcess(sessionContext, () => {
    renewSubshells(sessionContext.session?.kernel);
    onGone();
  });
  disposed.connect(() => process.dispose());
}

function onSave(context: Context, store: () => void): void {
  context.saveState.connect((_, state) => {
    // Where people write together each of their pages would replace the output, and double it.
    if (state === 'started' && context.model.collaborative !== true) {
      store();
    }
  });
}
