/** The JupyterLab and Notebook extension around snippet_widget's panel. */

import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { INotebookTracker } from '@jupyterlab/notebook';

import { Answers } from './answer.js';
import { followAll } from './history.js';
import { Locator } from './locate.js';

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'snippet-widget:plugin',
  description: "Puts the snippets of snippet_widget's panel into notebook cells.",
  autoStart: true,
  requires: [INotebookTracker],
  activate: (app: JupyterFrontEnd, tracker: INotebookTracker) => {
    const locator = new Locator(app.shell, tracker, { pathAround: () => null });
    new Answers(locator, followAll(tracker), { position: 'below' }).listen(document);
  }
};

export default plugin;
