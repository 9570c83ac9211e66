// The snippet card. Source, cell type and metadata are here ahead of the click, so that Insert and
// Copy need no kernel. Foreign text arrives as text, or as HTML made by highlight.py.

const INSERT_EVENT = 'snippet-widget:insert';

const ICONS = {
  insert: 'M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6v2z',
  copy:
    'M16 1H4c-1.1 0-2 .9-2 2v14h2V3h12V1zm3 4H8c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h11c1.1 0 2-.9 ' +
    '2-2V7c0-1.1-.9-2-2-2zm0 16H8V7h11v14z'
};

function element(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

function actionButton(label, icon) {
  const button = element('button', 'sw-action', { type: 'button' });
  // The icon is ours: no foreign text is in it.
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  button.append(element('span', '', { textContent: label }));
  return button;
}

// ---- Into a cell ---------------------------------------------------------------------------

/** What the JupyterLab extension needs to insert a cell; it answers in `result`. */
function insertion(model, source = null) {
  const plain = source !== null;
  return {
    source: plain ? source : model.get('cell_source'),
    cell_type: plain ? 'code' : model.get('cell_type'),
    metadata: plain ? {} : structuredClone(model.get('metadata')),
    position: model.get('position'),
    group: model.get('group') || model.model_id
  };
}

/** Without the extension: the notebook model that ipywidgets' manager knows, where it does. */
function insertThroughManager(model, el, detail, memory) {
  const notebook = model.widget_manager?.context?.model;
  const shared = notebook?.sharedModel;
  if (!shared?.insertCell || notebook.readOnly) {
    return null;
  }
  let at = shared.cells.findIndex(cell => cell.getId() === memory.last);
  if (at < 0) {
    const own = el.closest('[data-windowed-list-index]')?.dataset.windowedListIndex;
    at = own === undefined ? shared.cells.length - 1 : Number(own);
  }
  // Yjs would merge what happens within half a second into one undo.
  shared.undoManager?.stopCapturing?.();
  const cell = shared.insertCell(at + 1, {
    cell_type: detail.cell_type,
    source: detail.source,
    metadata: detail.metadata
  });
  shared.undoManager?.stopCapturing?.();
  memory.last = cell.getId();
  return { index: at + 1 };
}

function asCellNumber(result) {
  return Number.isInteger(result?.index) ? ` as cell ${result.index + 1}` : '';
}

/** Insert by the best way there is, and return what to tell the person. */
async function insert(model, el, code, memory, source = null) {
  const detail = insertion(model, source);
  const event = new CustomEvent(INSERT_EVENT, {
    bubbles: true,
    cancelable: true,
    composed: true,
    detail
  });
  if (!el.dispatchEvent(event)) {
    return `Inserted${asCellNumber(detail.result)}.`;
  }
  try {
    const result = insertThroughManager(model, el, detail, memory);
    if (result) {
      return `Inserted${asCellNumber(result)}.`;
    }
  } catch (error) {
    console.warn('snippet_widget: the notebook took no cell', error);
  }
  const copied = await copy(detail.source, code);
  return copied.done ? 'Copied: no notebook to insert into. Paste it into a cell.' : copied.message;
}

// ---- Copying -------------------------------------------------------------------------------

/** Copy by the best way there is: navigator.clipboard is missing on plain http. */
async function copy(text, code) {
  try {
    await navigator.clipboard.writeText(text);
    return { done: true, message: 'Copied.' };
  } catch {
    return copyBySelection(text, code);
  }
}

function copyBySelection(text, code) {
  const focused = document.activeElement;
  const area = element('textarea', 'sw-offscreen', { value: text, readOnly: true });
  code.after(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  focused?.focus?.({ preventScroll: true });
  if (done) {
    return { done, message: 'Copied.' };
  }
  window.getSelection().selectAllChildren(code);
  return { done, message: 'Selected: press Ctrl+C or ⌘C to copy.' };
}

// ---- Drawing -------------------------------------------------------------------------------

function fillList(list, lines) {
  list.replaceChildren(...lines.map(line => element('li', '', { textContent: line })));
}

function noteBlock(className) {
  const block = element('details', `sw-note ${className}`, { hidden: true });
  const summary = element('summary', '');
  const list = element('ul', '');
  block.append(summary, list);
  return {
    block,
    show(lines, caption) {
      block.hidden = !lines.length;
      summary.textContent = caption;
      fillList(list, lines);
    }
  };
}

function plural(count, noun) {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function build() {
  const parts = {
    title: element('span', 'sw-title'),
    sdk: element('span', 'sw-sdk'),
    insert: actionButton('Insert', 'insert'),
    copy: actionButton('Copy', 'copy'),
    options: element('div', 'sw-options', { hidden: true }),
    example: element('select', 'sw-example', { hidden: true }),
    published: element('button', 'sw-toggle', { type: 'button', hidden: true }),
    warnings: noteBlock('sw-warnings'),
    repairs: noteBlock('sw-repairs'),
    frame: element('pre', 'sw-frame', { tabIndex: 0 }),
    code: element('code', 'sw-code'),
    fit: element('div', 'sw-fit', { hidden: true }),
    fitNote: element('span', ''),
    install: element('button', 'sw-install', { type: 'button' }),
    message: element('div', 'sw-message')
  };
  parts.message.setAttribute('aria-live', 'polite');
  parts.frame.setAttribute('role', 'group');
  parts.frame.setAttribute('aria-label', 'Code');
  parts.example.setAttribute('aria-label', 'Example');
  return parts;
}

function assemble(card, parts) {
  const heading = element('div', 'sw-heading');
  const names = element('div', 'sw-names');
  const actions = element('div', 'sw-actions');
  names.append(parts.title, parts.sdk);
  actions.append(parts.insert, parts.copy);
  heading.append(names, actions);
  parts.options.append(parts.example, parts.published);
  parts.frame.append(parts.code);
  card.append(heading, parts.options, parts.warnings.block, parts.frame);
  parts.fit.append(parts.fitNote, parts.install);
  card.append(parts.repairs.block, parts.fit, parts.message);
}

function draw(model, card, parts) {
  const title = model.get('title');
  card.setAttribute('aria-label', title);
  parts.title.textContent = title;
  parts.sdk.textContent = parts.sdk.title = model.get('sdk');
  parts.insert.setAttribute('aria-label', `Insert ${title}`);
  parts.copy.setAttribute('aria-label', `Copy ${title}`);
  const html = model.get('html');
  if (parts.html !== html) {
    parts.html = html;
    parts.code.innerHTML = html; // made by highlight.py
    parts.frame.scrollTo(0, 0);
  }
  const warnings = model.get('warnings');
  parts.warnings.show(warnings, plural(warnings.length, 'warning'));
  const repairs = model.get('repairs');
  parts.repairs.show(repairs, `Mended in ${plural(repairs.length, 'place')} when published`);
  const rest = model.get('not_shown');
  parts.message.textContent = rest ? `${rest} more characters are copied and inserted.` : '';
  parts.fit.hidden = !model.get('fit');
  parts.fitNote.textContent = model.get('fit');
  parts.install.hidden = !model.get('install');
  parts.install.textContent = 'Add %pip cell';
  parts.install.title = model.get('install');
  drawOptions(model, parts);
}

function drawOptions(model, parts) {
  const examples = model.get('examples');
  parts.example.hidden = examples.length < 2;
  parts.example.replaceChildren(
    ...examples.map((name, value) => element('option', '', { value, textContent: name }))
  );
  parts.example.value = model.get('example');
  parts.published.hidden = !model.get('has_published');
  parts.published.setAttribute('aria-pressed', String(model.get('published')));
  parts.published.textContent = 'As published';
  parts.published.title = 'The whole program, with asyncio.run: for a script, not for a notebook';
  parts.options.hidden = parts.example.hidden && parts.published.hidden;
}

function listen(model, el, parts) {
  const memory = {};
  const say = text => (parts.message.textContent = text);
  parts.insert.addEventListener('click', async () => {
    say(await insert(model, el, parts.code, memory));
  });
  parts.install.addEventListener('click', async () => {
    say(await insert(model, el, parts.code, memory, model.get('install')));
  });
  parts.copy.addEventListener('click', async () => {
    say((await copy(model.get('code'), parts.code)).message);
  });
  parts.published.addEventListener('click', () => {
    model.set('published', !model.get('published'));
    model.save_changes();
  });
  parts.example.addEventListener('change', () => {
    model.set('example', Number(parts.example.value));
    model.save_changes();
  });
  // The notebook's own keys (Enter edits the cell, j and k move) are not for our controls.
  el.addEventListener('keydown', event => event.stopPropagation());
}

function render({ model, el }) {
  el.classList.add('sw-card-root');
  el.dataset.lmSuppressShortcuts = 'true';
  const card = element('section', 'sw-card');
  const parts = build();
  assemble(card, parts);
  el.append(card);
  listen(model, el, parts);
  const redraw = () => draw(model, card, parts);
  model.on('change', redraw);
  redraw();
  return () => model.off('change', redraw);
}

export default { render };
