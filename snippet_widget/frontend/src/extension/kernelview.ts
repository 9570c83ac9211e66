/** Shows snippet_widget's panel as the notebook's kernel draws it, and comes back after a restart. */

import { type ISessionContext, SessionContextDialogs } from '@jupyterlab/apputils';
import { OutputAreaModel, SimplifiedOutputArea } from '@jupyterlab/outputarea';
import type { Kernel } from '@jupyterlab/services';
import type { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { Panel } from '@lumino/widgets';

import {
  type IUndeliveredDetail,
  PANEL_CHOICE_EVENT,
  type PanelChoice,
  UNDELIVERED_EVENT,
  isPanelChoiceDetail,
  isUndeliveredDetail
} from '../protocol.js';
import {
  INSTALL_CELL,
  type Outcome,
  follow,
  languageOf,
  panelCode,
  shadowingFile
} from './kernelcode.js';
import { KernelProcess, RESTARTS } from './kernelprocess.js';
import { noKernelText, restartText } from './kerneltexts.js';
import { Notice } from './notice.js';
import type { IWidgetHost } from './widgethost.js';

const NOTHING: Required<IUndeliveredDetail> = { operation: '', load_level: '' };

export namespace KernelView {
  export interface IOptions {
    sessionContext: ISessionContext;
    /** Where this kernel's widgets can be drawn, now; null: nowhere in this page. */
    host: () => IWidgetHost | null;
    /** The notebook's path, now. */
    path: () => string;
    /** Puts a cell into the notebook. */
    insertCell: (source: string) => void;
    trans: TranslationBundle;
    translator: ITranslator;
  }
}

export class KernelView extends Panel {
  private readonly _process: KernelProcess;
  private readonly _notice = new Notice();
  private _host: IWidgetHost | null = null;
  private _area: SimplifiedOutputArea | null = null;
  /** Whether what is shown belongs to a kernel that is gone. */
  private _isStale = true;
  /** Whether the kernel was asked for the panel and has not begun with it. */
  private _isWaiting = false;
  /** What was chosen when the kernel could not follow any more. */
  private _undelivered = NOTHING;
  /** Where the panel was seen last. */
  private _choice: PanelChoice | null = null;

  constructor(private readonly _options: KernelView.IOptions) {
    super();
    this.addClass('snippet-widget-KernelView');
    this.addWidget(this._notice);
    const { sessionContext } = _options;
    sessionContext.kernelChanged.connect(this._onKernelChanged, this);
    sessionContext.statusChanged.connect(this._onStatus, this);
    this._process = new KernelProcess(sessionContext, () => this._onReplaced());
    this.node.addEventListener(UNDELIVERED_EVENT, event => this._onUndelivered(event));
    this.node.addEventListener(PANEL_CHOICE_EVENT, event => this._onPanelChoice(event));
    this._onKernelChanged();
  }

  override dispose(): void {
    const { sessionContext } = this._options;
    sessionContext.kernelChanged.disconnect(this._onKernelChanged, this);
    sessionContext.statusChanged.disconnect(this._onStatus, this);
    this._process.dispose();
    this._follow(null);
    super.dispose();
  }

  /** Another notebook may draw this panel, and be closed before this one is. */
  private _follow(host: IWidgetHost | null): void {
    this._host?.closed.disconnect(this._onKernelChanged, this);
    this._host = host;
    host?.closed.connect(this._onKernelChanged, this);
  }

  private _onKernelChanged(): void {
    this._isStale = true;
    this._update(this._kernel?.status ?? 'unknown');
  }

  /** Another window has restarted the kernel: JupyterLab's status of it stays "starting" here. */
  private _onReplaced(): void {
    this._isStale = false;
    this._retry();
  }

  /** The panel comes back with the row and the load level that were chosen last. */
  private _onUndelivered(event: Event): void {
    const { detail } = event as CustomEvent<unknown>;
    if (isUndeliveredDetail(detail)) {
      const { operation, load_level } = this._undelivered;
      this._undelivered = {
        operation: detail.operation || operation,
        load_level: detail.load_level ?? load_level
      };
      const status = this._kernel?.status;
      if (status !== undefined && RESTARTS.includes(status)) {
        this._update(status); // says so
      }
    }
  }

  /** Another notebook's panel may have been used since, which a new kernel knows of alone. */
  private _onPanelChoice(event: Event): void {
    const { detail } = event as CustomEvent<unknown>;
    if (isPanelChoiceDetail(detail)) {
      this._choice = detail.choice;
    }
  }

  private _onStatus(_: ISessionContext, status: Kernel.Status): void {
    this._update(status);
  }

  private _update(status: Kernel.Status): void {
    const { trans } = this._options;
    if (RESTARTS.includes(status)) {
      this._isStale = true;
    }
    if (!this._kernel || status === 'dead' || status === 'terminating') {
      this._notice.say(noKernelText(trans, this._area?.isDisposed === false), [
        { label: trans.__('Start kernel'), run: () => void this._startKernel() }
      ]);
    } else if (RESTARTS.includes(status)) {
      this._notice.say(restartText(trans, this._undelivered));
    } else if (this._isStale && (status === 'idle' || status === 'busy')) {
      this._isStale = false;
      void this._show(this._kernel);
    } else if (this._isWaiting && status === 'busy') {
      this._sayWaiting(status); // with a cell that was started a moment before
    }
  }

  private _sayWaiting(status: Kernel.Status): void {
    const { trans } = this._options;
    this._notice.say(
      status === 'busy'
        ? trans.__('The kernel is busy. The panel opens when the running cell is done.')
        : trans.__('Opening…')
    );
  }

  /** The kernel that the notebook had, or is for; else the user is asked which. */
  private async _startKernel(): Promise<void> {
    const { sessionContext, trans, translator } = this._options;
    const name = sessionContext.prevKernelName || sessionContext.kernelPreference.name;
    this._notice.say(trans.__('Starting the kernel…'));
    try {
      if (name) {
        await sessionContext.changeKernel({ name });
      } else {
        await new SessionContextDialogs({ translator }).selectKernel(sessionContext);
      }
    } catch (error) {
      console.warn('snippet_widget: the kernel did not start', error);
    }
    this._update(this._kernel?.status ?? 'unknown');
  }

  private async _show(kernel: Kernel.IKernelConnection): Promise<void> {
    const { trans } = this._options;
    const language = await languageOf(kernel);
    if (this.isDisposed || kernel.isDisposed) {
      return; // closed while the kernel was starting
    }
    if (language !== 'python') {
      this._sayNotPython(language);
      return;
    }
    this._sayWaiting(kernel.status);
    const host = this._options.host();
    this._follow(host);
    if (host) {
      const outcome = await this._execute(host);
      const isShown = outcome === 'shown' || outcome === 'canceled';
      this._report(outcome, isShown ? '' : await shadowingFile(kernel));
    } else {
      this._area?.dispose();
      this._notice.say(
        trans.__(
          "This kernel's widgets belong to another notebook or console. Close that one and reload " +
            'the page, or give this notebook a kernel of its own.'
        )
      );
    }
  }

  /** @param language '' of a kernel that did not say which it runs. */
  private _sayNotPython(language: string): void {
    const { trans } = this._options;
    if (language) {
      this._notice.say(
        trans.__('The panel needs a Python kernel. This notebook runs %1.', language)
      );
    } else {
      this._notice.say(trans.__('The kernel does not answer. Restart it, or try again.'), [
        { label: trans.__('Try again'), run: () => this._retry() }
      ]);
    }
  }

  private async _execute({ kernel, rendermime }: IWidgetHost): Promise<Outcome> {
    const area = this._newArea(rendermime);
    const chosen = this._undelivered;
    const future = kernel.requestExecute({
      code: panelCode(this._options.path(), chosen, this._choice),
      store_history: false,
      stop_on_error: false
    });
    area.future = future;
    this._isWaiting = true;
    const outcome = await follow(future, () => this._begin());
    this._isWaiting = false;
    if (outcome !== 'canceled' && chosen === this._undelivered) {
      this._undelivered = NOTHING;
    }
    return outcome;
  }

  private _begin(): void {
    this._isWaiting = false;
    this._notice.clear();
  }

  /** A clone of now: ipywidgets' renderer reaches the notebook's registry after the notebook itself. */
  private _newArea(rendermime: IWidgetHost['rendermime']): SimplifiedOutputArea {
    this._area?.dispose();
    this._area = new SimplifiedOutputArea({
      model: new OutputAreaModel({ trusted: true }),
      rendermime: rendermime.clone()
    });
    this.addWidget(this._area);
    return this._area;
  }

  /** @param hiding What Python takes for the package, '' where that is not why. */
  private _report(outcome: Outcome, hiding: string): void {
    const { trans } = this._options;
    if (this.isDisposed) {
      return;
    }
    if (hiding) {
      this._area?.dispose(); // the traceback is of somebody else's file
      this._notice.say(
        trans.__(
          "%1 in this notebook's folder hides the package snippet_widget: rename it, and restart " +
            'the kernel.',
          hiding
        )
      );
    } else if (outcome === 'missing') {
      this._notice.say(
        trans.__(
          'snippet_widget is not installed in this kernel. Run the install cell, then try again.'
        ),
        [
          {
            label: trans.__('Insert install cell'),
            run: () => this._options.insertCell(INSTALL_CELL)
          },
          { label: trans.__('Try again'), run: () => this._retry() }
        ]
      );
    } else if (outcome === 'failed') {
      this._notice.say(trans.__('The panel could not be opened: see the error below.'), [
        { label: trans.__('Try again'), run: () => this._retry() }
      ]);
    }
  }

  private _retry(): void {
    if (this._kernel) {
      void this._show(this._kernel);
    }
  }

  private get _kernel(): Kernel.IKernelConnection | null {
    return this._options.sessionContext.session?.kernel ?? null;
  }
}
