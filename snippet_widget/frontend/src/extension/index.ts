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

import {
  followCurrentNotebook,
  placeBesideNotebook,
  restoreInTab,
  restoreLayout
} from './docklayout.js';
import { CardEvents } from './cardevents.js';
import {
  addCommands,
  addPlaceholderKeys,
  addToPalette,
  openAtFilter,
  addCardShortcuts
} from './commands.js';
import { DockedPanels } from './dockedpanels.js';
import { PlaceholderNavigation } from './placeholders.js';
import { followNotebooks } from './notebookhistory.js';
import { insertBelow } from './insert.js';
import { NotebookLocator } from './notebooklocator.js';
import { addPanelShortcuts } from './panelshortcuts.js';
import { Preferences } from './preferences.js';
import { recordWrittenCells } from './cellprovenance.js';
import { SelectedCard } from './selectedcard.js';
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
    const dockedPanels = new DockedPanels(
      app.shell,
      placeBesideNotebook(app.shell, labShell),
      insertBelow,
      notebook => widgetHost(notebook, tracker),
      trans,
      translator
    );
    if (labShell) {
      followCurrentNotebook(labShell, dockedPanels, tracker);
    }
    const locator = new NotebookLocator(app.shell, tracker, dockedPanels);
    const history = followNotebooks(tracker);
    const preferences = new Preferences();
    const selected = new SelectedCard();
    const placeholders = new PlaceholderNavigation();
    placeholders.listen(window);
    const show = (id: string): void => app.shell.activateById(id);
    new CardEvents(locator, history, preferences, placeholders, trans, show).listen(document);
    selected.follow(document);
    drawStoredPanels(tracker, trans);
    recordWrittenCells();
    addCommands(app, { tracker, dockedPanels, locator, selected, placeholders, history, trans });
    addPlaceholderKeys(app.commands);
    addCardShortcuts(document, app.commands);
    addPanelShortcuts(document, app.commands, locator, history);
    toolbars?.addFactory<NotebookPanel>('Notebook', TOOLBAR_ITEM, notebook =>
      panelButton(notebook, trans, () => void openAtFilter({ dockedPanels, history }, notebook))
    );
    if (palette) {
      addToPalette(palette, trans);
    }
    if (restorer) {
      restoreLayout(restorer, dockedPanels);
    } else {
      restoreInTab(dockedPanels, tracker, window.sessionStorage);
    }
    void (settings && preferences.follow(settings, PLUGIN_ID));
  }
};

export default plugin;
