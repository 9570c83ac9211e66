/** The button on the toolbar of every Python notebook. */

import { type NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';
import {
  ReactWidget,
  ToolbarButtonComponent,
  addToolbarButtonClass
} from '@jupyterlab/ui-components';

import { snippetIcon } from './icon.js';

/** The item's name in the schema. */
export const TOOLBAR_ITEM = 'snippet-widget-panel';

export function panelButton(
  notebook: NotebookPanel,
  trans: TranslationBundle,
  open: () => void
): ReactWidget {
  // Not JupyterLab's own widget: that says that it is pressed after every other click.
  const component = ToolbarButtonComponent({
    className: 'snippet-widget-ToolbarButton',
    icon: snippetIcon,
    label: trans.__('Snippets'),
    tooltip: trans.__('Open the snippets panel of this notebook'),
    onClick: open
  });
  const button = addToolbarButtonClass(ReactWidget.create(component));
  const update = (): void => button.setHidden(!isPython(notebook));
  notebook.context.sessionContext.kernelChanged.connect(update);
  notebook.content.modelContentChanged.connect(update);
  button.disposed.connect(() => {
    notebook.context.sessionContext.kernelChanged.disconnect(update);
    notebook.content.modelContentChanged.disconnect(update);
  });
  update();
  return button;
}

/** A notebook that does not say what it is in is taken for one: it is new. */
function isPython({ content, context }: NotebookPanel): boolean {
  const { session, specsManager } = context.sessionContext;
  const spec = specsManager.specs?.kernelspecs[session?.kernel?.name ?? ''];
  const language = spec?.language ?? content.model?.defaultKernelLanguage ?? '';
  return language === '' || language.toLowerCase() === 'python';
}
