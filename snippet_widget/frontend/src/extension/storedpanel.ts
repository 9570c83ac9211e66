/**
 * Draws a panel's output: the panel while its kernel has it, else the cards as the notebook stores them.
 *
 * ipywidgets alone would say "model not found" over a notebook that is opened again.
 */

import type { INotebookTracker } from '@jupyterlab/notebook';
import type { IRenderMime, IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { Panel } from '@lumino/widgets';

import { isMissingWidget } from '../compatibility.js';

/** Marks the output of a panel, beside its other forms. */
const PANEL_MIME = 'application/vnd.snippet-widget.panel+json';

const WIDGET_MIME = 'application/vnd.jupyter.widget-view+json';

/** Preferred to ipywidgets' own, which has -10. */
const RANK = -20;

/** Milliseconds that a view may take; without a kernel it never comes. */
const PATIENCE = 3_000;

class PanelRenderer extends Panel implements IRenderMime.IRenderer {
  constructor(private readonly _rendermime: IRenderMimeRegistry) {
    super();
    this.addClass('snippet-widget-Output');
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const live = this._rendermime.createRenderer(WIDGET_MIME);
    this.addWidget(live);
    const show = (): void => void this._showStored(live, model);
    this._watch.observe(live.node, { childList: true, attributes: true });
    this._onChange = () => {
      if (isMissingWidget(live.node)) {
        show();
      } else if (live.node.childElementCount > 0) {
        this._hideStored(live);
      }
    };
    this._timer = setTimeout(() => live.node.childElementCount === 0 && show(), PATIENCE);
    await live.renderModel(model);
  }

  override dispose(): void {
    clearTimeout(this._timer);
    this._watch.disconnect();
    super.dispose();
  }

  private async _showStored(
    live: IRenderMime.IRenderer,
    model: IRenderMime.IMimeModel
  ): Promise<void> {
    if (!this._stored && !this.isDisposed && 'text/html' in model.data) {
      this._stored = this._rendermime.createRenderer('text/html');
      this.addWidget(this._stored);
      live.hide();
      await this._stored.renderModel(model);
    }
  }

  private _hideStored(live: IRenderMime.IRenderer): void {
    clearTimeout(this._timer);
    live.show();
    this._stored?.dispose();
    this._stored = null;
  }

  private readonly _watch = new MutationObserver(() => this._onChange());
  private _onChange: () => void = () => undefined;
  private _stored: IRenderMime.IRenderer | null = null;
  private _timer: ReturnType<typeof setTimeout> | undefined;
}

/** In every notebook: ipywidgets' own renderer is one for each of them, too. */
export function drawStoredPanels(tracker: INotebookTracker): void {
  const register = (rendermime: IRenderMimeRegistry): void =>
    rendermime.addFactory(
      {
        safe: false, // the panel runs; where a notebook is not trusted its HTML is drawn
        mimeTypes: [PANEL_MIME],
        createRenderer: () => new PanelRenderer(rendermime)
      },
      RANK
    );
  tracker.widgetAdded.connect((_, { content }) => register(content.rendermime));
  tracker.forEach(({ content }) => register(content.rendermime));
}
