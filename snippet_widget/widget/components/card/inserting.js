// Puts a card's snippet into a notebook: by the JupyterLab extension, or by what else there is.
// The events are the contract of frontend/protocol.json.

const EVENTS = {
  insert: 'snippet-widget:insert',
  ask: 'snippet-widget:ask',
  choose: 'snippet-widget:choose',
  drag: 'snippet-widget:drag',
  changed: 'snippet-widget:changed'
};

const PLACES = {
  below: 'Below the active cell',
  above: 'Above the active cell',
  cursor: 'At the cursor of the active cell',
  replace: 'In place of the active cell'
};

/** What can be done without the extension: nothing else tells where the active cell is. */
const PLACES_WITHOUT = ['below', 'above'];

/** Where the choice is remembered when there is no extension to remember it. */
const STORED = 'snippet-widget:position';

// ---- What is inserted ----------------------------------------------------------------------

function cellOf(model) {
  return {
    source: model.get('cell_source'),
    cell_type: model.get('cell_type'),
    metadata: structuredClone(model.get('metadata'))
  };
}

/** The call alone, for a notebook that has the rest. */
function callOf(model) {
  return {
    source: model.get('call_source'),
    cell_type: 'code',
    metadata: structuredClone(model.get('call_metadata'))
  };
}

function plainCell(source) {
  return { source, cell_type: 'code', metadata: {} };
}

// ---- Events to the extension ---------------------------------------------------------------

/** Return the extension's answer; null where there is none: no extension, or in no notebook. */
function dispatch(el, name, detail) {
  const event = new CustomEvent(name, { bubbles: true, cancelable: true, composed: true, detail });
  return el.dispatchEvent(event) ? null : (detail.result ?? {});
}

function ask(model, el) {
  const detail = { source: model.get('cell_source') };
  if (model.get('call_source')) {
    detail.call_source = model.get('call_source');
  }
  const answer = dispatch(el, EVENTS.ask, detail);
  const places = answer ? Object.keys(PLACES) : PLACES_WITHOUT;
  return { position: 'below', refused: null, has_setup: false, places, ...(answer ?? stored()) };
}

function choose(el, position) {
  if (!dispatch(el, EVENTS.choose, { position })) {
    try {
      localStorage.setItem(STORED, position);
    } catch {
      // A page without storage forgets.
    }
  }
}

function stored() {
  try {
    const position = localStorage.getItem(STORED);
    return PLACES_WITHOUT.includes(position) ? { position } : {};
  } catch {
    return {};
  }
}

/** With the extension the notebook's own drag and drop; else the browser's, of the text. */
function drag(model, el, event) {
  const started = dispatch(el, EVENTS.drag, {
    ...cellOf(model),
    client_x: event.clientX,
    client_y: event.clientY,
    label: `${model.get('title')} · ${model.get('sdk')}`
  });
  if (started) {
    event.preventDefault();
  } else {
    event.dataTransfer.setData('text/plain', model.get('code'));
  }
}

// ---- Inserting -----------------------------------------------------------------------------

/**
 * Insert by the best way there is, and return what to tell the person.
 *
 * `memory` is the card's: the chosen `position`, and its `last` insertion without the extension.
 */
async function insert(model, el, code, memory, cell) {
  const { position } = memory;
  const group = model.get('group') || model.model_id;
  const detail = { ...cell, position, group };
  const answer = dispatch(el, EVENTS.insert, detail);
  if (answer) {
    return answer.message ?? done(answer, position);
  }
  try {
    const result = insertThroughManager(model, el, detail, memory);
    if (result) {
      return done(result, result.position);
    }
  } catch (error) {
    console.warn('snippet_widget: the notebook took no cell', error);
  }
  const copied = await copy(detail.source, code);
  return copied.done ? 'Copied: no notebook to insert into. Paste it into a cell.' : copied.message;
}

function done({ index }, position) {
  const number = Number.isInteger(index) ? index + 1 : '';
  const said = { cursor: `Inserted at the cursor of cell ${number}.`, replace: `Replaced cell ${number}.` };
  return said[position] ?? `Inserted as cell ${number}.`;
}

/** Without the extension: the notebook model that ipywidgets' manager knows, where it does. */
function insertThroughManager(model, el, detail, memory) {
  const notebook = model.widget_manager?.context?.model;
  const shared = notebook?.sharedModel;
  if (!shared?.insertCell || notebook.readOnly) {
    return null;
  }
  const above = detail.position === 'above';
  const at = indexBelow(shared, el, above ? {} : memory) - (above ? 1 : 0);
  const { source, cell_type, metadata } = detail;
  // Yjs would merge what happens within half a second into one undo.
  shared.undoManager?.stopCapturing?.();
  const cell = shared.insertCell(Math.max(0, at), { cell_type, source, metadata });
  shared.undoManager?.stopCapturing?.();
  memory.last = above ? memory.last : cell.getId();
  return { index: Math.max(0, at), position: above ? 'above' : 'below' };
}

/** Below the last insertion of this card, else below the card's own cell, else at the end. */
function indexBelow(shared, el, { last }) {
  const at = shared.cells.findIndex(cell => cell.getId() === last);
  const own = el.closest('[data-windowed-list-index]')?.dataset.windowedListIndex;
  if (at >= 0) {
    return at + 1;
  }
  return own === undefined ? shared.cells.length : Number(own) + 1;
}
