/** The panels beside the notebooks: one for each notebook, closed with it. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import { MainAreaWidget, WidgetTracker } from '@jupyterlab/apputils';
import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { INotebookModel, NotebookPanel } from '@jupyterlab/notebook';
import type { ITranslator, TranslationBundle } from '@jupyterlab/translation';

import { snippetIcon } from './icon.js';
import { KernelView } from './kernelview.js';
import type { IDockedPanels } from './notebooklocator.js';
import { shortName } from './tabtitle.js';
import type { IWidgetHost } from './widgethost.js';

export type DockedPanel = MainAreaWidget<KernelView>;

type Context = DocumentRegistry.IContext<INotebookModel>;

/** `others` are the panels of other notebooks. */
export type PlacePanel = (
  docked: DockedPanel,
  notebook: NotebookPanel,
  others: readonly DockedPanel[]
) => void;

export class DockedPanels implements IDockedPanels {
  /** For the layout restorer. */
  readonly tracker = new WidgetTracker<DockedPanel>({ namespace: 'snippet-widget' });
  private readonly _panels = new Map<Context, DockedPanel>();

  /**
   * @param place Puts a new panel beside its notebook: JupyterLab and Notebook differ.
   * @param insertCell Puts a code cell into a notebook.
   * @param hostOf Where the widgets of a notebook's kernel can be drawn.
   */
  constructor(
    private readonly _shell: JupyterFrontEnd.IShell,
    private readonly _place: PlacePanel,
    private readonly _insertCell: (notebook: NotebookPanel, source: string) => void,
    private readonly _hostOf: (notebook: NotebookPanel) => IWidgetHost | null,
    private readonly _trans: TranslationBundle,
    private readonly _translator: ITranslator
  ) {}

  /** Open the panel of a notebook, or bring the one there is to the front. */
  async open(notebook: NotebookPanel): Promise<DockedPanel> {
    const there = this._panels.get(notebook.context);
    const docked = there ?? (await this._create(notebook));
    this._shell.activateById(docked.id);
    return docked;
  }

  of(notebook: NotebookPanel): DockedPanel | null {
    return this._panels.get(notebook.context) ?? null;
  }

  pathAround(node: Node): string | null {
    for (const [context, docked] of this._panels) {
      if (docked.node.contains(node)) {
        return context.path;
      }
    }
    return null;
  }

  pathOf(docked: DockedPanel): string {
    return this.pathAround(docked.node) ?? '';
  }

  private async _create(notebook: NotebookPanel): Promise<DockedPanel> {
    const { context } = notebook;
    const view = new KernelView({
      sessionContext: context.sessionContext,
      host: () => this._hostOf(notebook),
      path: () => context.path,
      insertCell: source => this._insertCell(notebook, source),
      trans: this._trans,
      translator: this._translator
    });
    const docked = new MainAreaWidget({ content: view });
    docked.id = `snippet-widget-${notebook.id}`;
    docked.title.icon = snippetIcon;
    docked.title.closable = true;
    this._bindToNotebook(docked, context);
    await this.tracker.add(docked);
    const others = [...this._panels.values()].filter(each => each !== docked);
    this._place(docked, notebook, others);
    return docked;
  }

  /** A panel lives no longer than its notebook, and is saved under its path. */
  private _bindToNotebook(docked: DockedPanel, context: Context): void {
    const describe = (): void => {
      const name = context.localPath.split('/').at(-1) ?? '';
      docked.title.label = this._trans.__('Snippets · %1', shortName(name));
      docked.title.caption = this._trans.__('Snippets for %1', context.path);
    };
    const renamed = (): void => {
      describe();
      void this.tracker.save(docked);
    };
    const close = (): void => docked.dispose();
    describe();
    this._panels.set(context, docked);
    context.pathChanged.connect(renamed);
    context.disposed.connect(close);
    docked.disposed.connect(() => {
      this._panels.delete(context);
      context.pathChanged.disconnect(renamed);
      context.disposed.disconnect(close);
    });
  }
}
