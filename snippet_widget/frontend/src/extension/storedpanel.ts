/**
 * One panel's output: the panel while its kernel has it, else the cards as the notebook stores them.
 *
 * ipywidgets alone would say "model not found" over a notebook that is opened again.
 */

import type { IRenderMime, IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { TranslationBundle } from '@jupyterlab/translation';
import { Panel, Widget } from '@lumino/widgets';

import { isMissingWidget } from '../compatibility.js';
import { DISCONNECTED_CLASS, PANEL, tellComponents } from '../paneldom.js';
import { COLLECT_EVENT, type ICollectDetail, DISCONNECTED_EVENT } from '../protocol.js';
import { staticCards } from './staticcards.js';

/** The output of which ipywidgets draws the widget. */
export const WIDGET_MIME = 'application/vnd.jupyter.widget-view+json';

/** By then a view is drawn, or the kernel is new and does not have it. */
const VIEW_TIMEOUT_MS = 3_000;

/** Stands in for ipywidgets' renderer where that has nothing to show. */
export class StoredPanel {
  /** Tells when ipywidgets has drawn the panel, or says that it cannot. */
  private readonly _watch = new MutationObserver(() => this._onChange());
  private _model: IRenderMime.IMimeModel | null = null;
  private _isRendering = false;
  /** The stored cards, where they are shown, and what to do to have others. */
  private _stored: Panel | null = null;
  private _advice: Widget | null = null;
  private _storedTimer: ReturnType<typeof setTimeout> | undefined;
  private _adviceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly _renderer: IRenderMime.IRenderer,
    private readonly _rendermime: IRenderMimeRegistry,
    private readonly _trans: TranslationBundle,
    private readonly _hasKernel: () => boolean
  ) {
    const render = _renderer.renderModel.bind(_renderer);
    _renderer.renderModel = model => this._render(model, render);
    _renderer.addClass('snippet-widget-Output');
    this._watch.observe(_renderer.node, { childList: true, attributes: true });
    _renderer.disposed.connect(() => this._end());
  }

  /** Keep in the notebook what the panel shows. */
  store(): void {
    if (!this._model || !this._isDrawn) {
      return;
    }
    const { data } = this._model;
    const shown: ICollectDetail = { operation: '', cards: [] };
    tellComponents(this._renderer.node, new CustomEvent(COLLECT_EVENT, { detail: shown }));
    const cards = staticCards(htmlOf(data), shown);
    if (cards) {
      this._model.setData({ data: { ...data, ...cards } });
    }
  }

  /** The kernel is gone: mark the panel as ipywidgets does, after a restart from this page alone. */
  markDisconnected(): void {
    this._renderer.node.querySelector(PANEL)?.classList.add(DISCONNECTED_CLASS);
    tellComponents(this._renderer.node, new CustomEvent(DISCONNECTED_EVENT));
  }

  /** Called again when what is stored changes, and when ipywidgets has found the widget after all. */
  private async _render(
    model: IRenderMime.IMimeModel,
    render: (model: IRenderMime.IMimeModel) => Promise<void>
  ): Promise<void> {
    const isSame = idOf(model) === (this._model && idOf(this._model));
    this._model = model;
    if (!isSame || !(this._isRendering || this._isDrawn)) {
      this._wait();
      this._isRendering = true;
      await render(model).finally(() => (this._isRendering = false));
    }
  }

  /** Without a kernel the stored cards come first: as soon as the renderer has its place. */
  private _wait(): void {
    if (!this._hasKernel()) {
      this._storedTimer ??= setTimeout(() => this._isDrawn || this._showStored());
    }
    this._adviceTimer ??= setTimeout(() => this._isDrawn || this._advise(), VIEW_TIMEOUT_MS);
  }

  private get _isDrawn(): boolean {
    return this._renderer.node.childElementCount > 0;
  }

  private _onChange(): void {
    if (this._isDrawn) {
      this._hideStored();
    } else if (isMissingWidget(this._renderer.node)) {
      this._advise();
      this._clearMessage();
    }
  }

  /** It may come when the stored cards are there already; hidden, it is still found by a search. */
  private _clearMessage(): void {
    const { node } = this._renderer;
    if (this._stored && node.textContent) {
      node.textContent = '';
    }
  }

  /** Before the renderer: JupyterLab takes the last one of an output for the one that it made. */
  private _showStored(): void {
    const { parent, isDisposed } = this._renderer;
    if (!this._stored && !isDisposed && this._model && parent instanceof Panel) {
      const cards = this._rendermime.createRenderer('text/html');
      this._stored = new Panel();
      this._stored.addClass('jp-OutputArea-output'); // JupyterLab lays these out side by side
      this._advice = advice(this._trans.__('Run this cell to choose other snippets.'));
      this._stored.addWidget(this._advice);
      this._stored.addWidget(cards);
      parent.insertWidget(parent.widgets.indexOf(this._renderer), this._stored);
      this._renderer.hide();
      void cards.renderModel(this._model);
    }
  }

  /** Once it is known that the panel does not come by itself; until then its place is kept. */
  private _advise(): void {
    this._showStored();
    if (this._advice) {
      this._advice.node.style.visibility = 'visible';
    }
  }

  private _hideStored(): void {
    this._stopWaiting();
    if (this._stored) {
      this._renderer.show();
      this._stored.dispose();
      this._stored = this._advice = null;
    }
  }

  private _stopWaiting(): void {
    clearTimeout(this._storedTimer);
    clearTimeout(this._adviceTimer);
  }

  private _end(): void {
    this._stopWaiting();
    this._watch.disconnect();
  }
}

/** In JupyterLab alone: pages made of the notebook have no cell to run. */
function advice(text: string): Widget {
  const widget = new Widget();
  widget.addClass('snippet-widget-Advice');
  widget.node.style.visibility = 'hidden';
  widget.node.textContent = text;
  return widget;
}

function idOf({ data }: IRenderMime.IMimeModel): unknown {
  return (data[WIDGET_MIME] as { model_id?: unknown } | undefined)?.model_id;
}

function htmlOf(data: IRenderMime.IMimeModel['data']): string {
  const html = data['text/html'];
  return typeof html === 'string' ? html : '';
}
