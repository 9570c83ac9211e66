// The snippet card. Source, cell type and metadata are here ahead of the click, so that Insert and
// Copy need no kernel. Foreign text arrives as text, or as HTML made by highlight.py.
// card.py puts inserting.js and copying.js before this file: together they are one module.

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

function whereMenu() {
  const menu = element('select', 'sw-where');
  menu.setAttribute('aria-label', 'Where to put the snippet');
  menu.append(
    ...Object.entries(PLACES).map(([value, textContent]) => element('option', '', { value, textContent }))
  );
  return menu;
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

function plural(count, noun, several = `${noun}s`) {
  return `${count} ${count === 1 ? noun : several}`;
}

function build() {
  const parts = {
    title: element('span', 'sw-title'),
    sdk: element('span', 'sw-sdk'),
    package: element('span', 'sw-package'),
    version: element('span', 'sw-version'),
    insert: actionButton('Insert', 'insert'),
    where: whereMenu(),
    copy: actionButton('Copy', 'copy'),
    call: element('button', 'sw-toggle', { type: 'button', hidden: true }),
    choices: element('div', 'sw-options', { hidden: true }),
    forms: element('div', 'sw-options sw-forms', { hidden: true }),
    example: element('select', 'sw-example', { hidden: true }),
    published: element('button', 'sw-toggle', { type: 'button', hidden: true }),
    warnings: noteBlock('sw-warnings'),
    repairs: noteBlock('sw-repairs'),
    verified: element('div', 'sw-verified', { hidden: true }),
    frame: element('pre', 'sw-frame', { tabIndex: 0 }),
    code: element('code', 'sw-code'),
    fit: element('div', 'sw-fit', { hidden: true }),
    fitNote: element('span', ''),
    install: element('button', 'sw-install', { type: 'button' }),
    message: element('div', 'sw-message')
  };
  parts.insert.dataset.snippetWidget = 'insert'; // how the extension finds it
  parts.call.textContent = 'Add call only';
  parts.call.title = 'This notebook already has the imports and the client';
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
  parts.sdk.append(parts.package, parts.version);
  names.append(parts.title, parts.sdk);
  const where = element('span', 'sw-where-frame');
  where.append(parts.where);
  actions.append(parts.insert, where, parts.copy);
  heading.append(names, actions);
  heading.draggable = true;
  heading.title = 'Drag into a notebook';
  parts.heading = heading;
  parts.choices.append(parts.example);
  parts.forms.append(parts.published, parts.call); // below: codes side by side begin in one line
  parts.frame.append(parts.code);
  card.append(heading, parts.choices, parts.warnings.block, parts.frame, parts.forms);
  parts.fit.append(parts.fitNote, parts.install);
  card.append(parts.verified, parts.repairs.block, parts.fit, parts.message);
}

function draw(model, card, parts) {
  const title = model.get('title');
  card.setAttribute('aria-label', title);
  parts.title.textContent = title;
  drawSdk(model.get('sdk'), parts);
  parts.insert.setAttribute('aria-label', `Insert ${title}`);
  parts.call.setAttribute('aria-label', `Add call only: ${title}`);
  parts.copy.setAttribute('aria-label', `Copy ${title}`);
  parts.code.classList.toggle('sw-wrapped', model.get('wrap'));
  const html = model.get('html');
  if (parts.html !== html) {
    parts.html = html;
    parts.code.innerHTML = html; // made by highlight.py
    parts.frame.scrollTo(0, 0);
  }
  const warnings = model.get('warnings');
  parts.warnings.show(warnings, plural(warnings.length, 'warning'));
  const repairs = model.get('repairs');
  parts.repairs.show(repairs, plural(repairs.length, 'automatic fix', 'automatic fixes'));
  parts.verified.textContent = model.get('verified');
  parts.verified.hidden = !model.get('verified');
  const rest = model.get('not_shown');
  parts.message.textContent = rest ? `${rest} more characters are copied and inserted.` : '';
  parts.fit.hidden = !model.get('fit');
  parts.fitNote.textContent = model.get('fit');
  parts.install.hidden = !model.get('install');
  parts.install.textContent = 'Add %pip cell';
  parts.install.title = model.get('install');
  drawOptions(model, parts);
}

/** Where room is short the package's name is cut, never the version. */
function drawSdk(sdk, parts) {
  const end = sdk.lastIndexOf(' ');
  parts.package.textContent = sdk.slice(0, Math.max(0, end));
  parts.version.textContent = sdk.slice(Math.max(0, end));
  parts.sdk.title = sdk;
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
  showOptions(parts);
}

function showOptions({ choices, forms }) {
  for (const row of [choices, forms]) {
    row.hidden = [...row.children].every(child => child.hidden);
  }
}

/** What Insert would do now: where, why not, and whether its call alone is enough. */
function drawProspect(parts, { position, refused, has_setup, places }) {
  for (const option of parts.where.options) {
    option.disabled = option.hidden = !places.includes(option.value);
  }
  parts.where.value = position;
  parts.insert.title = refused ? refused.message : `Insert ${PLACES[position].toLowerCase()}`;
  parts.insert.setAttribute('aria-disabled', String(Boolean(refused)));
  parts.call.hidden = !has_setup || Boolean(refused);
  showOptions(parts);
}

function listen(model, el, parts) {
  const memory = { position: 'below' };
  const say = text => (parts.message.textContent = text);
  const look = () => {
    const prospect = ask(model, el);
    memory.position = prospect.position;
    drawProspect(parts, prospect);
  };
  const put = async cell => {
    say(await insert(model, el, parts.code, memory, cell));
    afterPaint(look);
  };
  parts.insert.addEventListener('click', () => put(cellOf(model)));
  parts.call.addEventListener('click', () => put(callOf(model)));
  parts.install.addEventListener('click', () => put(plainCell(model.get('install'))));
  parts.where.addEventListener('change', () => {
    choose(el, parts.where.value);
    say(`Insert puts snippets ${PLACES[parts.where.value].toLowerCase()} from now on.`);
    look();
  });
  parts.heading.addEventListener('dragstart', event => drag(model, el, event));
  parts.copy.addEventListener('click', async () => {
    say((await copy(model.get('code'), parts.code)).message);
  });
  listenToOptions(model, parts);
  // The notebook's own keys (Enter edits the cell, j and k move) are not for our controls.
  el.addEventListener('keydown', event => event.stopPropagation());
  return look;
}

function listenToOptions(model, parts) {
  parts.published.addEventListener('click', () => {
    model.set('published', !model.get('published'));
    model.save_changes();
  });
  parts.example.addEventListener('change', () => {
    model.set('example', Number(parts.example.value));
    model.save_changes();
  });
}

/** Nothing that can wait shall delay the new cell. */
function afterPaint(action) {
  requestAnimationFrame(() => setTimeout(action));
}

/** Ask whenever the answer may have changed and be seen; until then `el` is in no page yet. */
function keepAsking(el, look) {
  for (const name of ['pointerenter', 'focusin']) {
    el.addEventListener(name, look);
  }
  document.addEventListener(EVENTS.changed, look);
  requestAnimationFrame(look);
  return () => document.removeEventListener(EVENTS.changed, look);
}

function render({ model, el }) {
  el.classList.add('sw-card-root');
  el.dataset.lmSuppressShortcuts = 'true';
  const card = element('section', 'sw-card');
  const parts = build();
  assemble(card, parts);
  el.append(card);
  const stopAsking = keepAsking(el, listen(model, el, parts));
  const redraw = () => draw(model, card, parts);
  model.on('change', redraw);
  redraw();
  return () => {
    model.off('change', redraw);
    stopAsking();
  };
}

export default { render };
