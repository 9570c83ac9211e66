/** The JupyterLab and Notebook extension around snippet_widget's panel. */

import {
  ILabShell,
  ILayoutRestorer,
  type JupyterFrontEnd,
  type JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette, IToolbarWidgetRegistry } from '@jupyterlab/apputils';
import { INotebookTracker, type NotebookPanel } from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { besideNotebook, restoreInTab, restoreLayout } from './beside.js';
import { CardEvents } from './cardevents.js';
import { addCommands, addPlaceholderKeys, addToPalette, listenInCards } from './commands.js';
import { Docks } from './dock.js';
import { Filling } from './filling.js';
import { followAll } from './history.js';
import { insertBelow } from './insert.js';
import { Locator } from './locate.js';
import { listenInPanels } from './panelkeys.js';
import { Preferences } from './preferences.js';
import { recordWrittenCells } from './recording.js';
import { SelectedCard } from './selected.js';
import { drawStoredPanels } from './paneloutputs.js';
import { TOOLBAR_ITEM, panelButton } from './toolbar.js';
import { widgetHost } from './widgethost.js';

const PLUGIN_ID = 'snippet-widget:plugin';

const plugin: JupyterFrontEndPlugin<void> = {
  id: PLUGIN_ID,
  description: "Puts the snippets of snippet_widget's panel into notebook cells.",
  autoStart: true,
  optional: [
    INotebookTracker,
    ILabShell,
    ILayoutRestorer,
    ICommandPalette,
    IToolbarWidgetRegistry,
    ISettingRegistry,
    ITranslator
  ],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker | null,
    labShell: ILabShell | null,
    restorer: ILayoutRestorer | null,
    palette: ICommandPalette | null,
    toolbars: IToolbarWidgetRegistry | null,
    settings: ISettingRegistry | null,
    translator: ITranslator | null
  ) => {
    if (!tracker) {
      return; // an application without notebooks, as Voila is: there is nothing to insert into
    }
    translator ??= nullTranslator;
    const trans = translator.load('snippet_widget');
    const docks = new Docks(
      app.shell,
      besideNotebook(app.shell, labShell),
      insertBelow,
      notebook => widgetHost(notebook, tracker),
      trans,
      translator
    );
    const locator = new Locator(app.shell, tracker, docks);
    const history = followAll(tracker);
    const preferences = new Preferences();
    const selected = new SelectedCard();
    const filling = new Filling();
    const show = (id: string): void => app.shell.activateById(id);
    new CardEvents(locator, history, preferences, filling, trans, show).listen(document);
    selected.follow(document);
    drawStoredPanels(tracker, trans);
    recordWrittenCells();
    addCommands(app, { tracker, docks, locator, selected, filling, history, trans });
    addPlaceholderKeys(app.commands);
    listenInCards(document, app.commands);
    listenInPanels(document, app.commands, locator, history);
    toolbars?.addFactory<NotebookPanel>('Notebook', TOOLBAR_ITEM, notebook =>
      panelButton(notebook, trans, () => void docks.open(notebook))
    );
    if (palette) {
      addToPalette(palette, trans);
    }
    if (restorer) {
      restoreLayout(restorer, docks);
    } else {
      restoreInTab(docks, tracker, window.sessionStorage);
    }
    void (settings && preferences.follow(settings, PLUGIN_ID));
  }
};

export default plugin;
