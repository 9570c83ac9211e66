// The row of options above the cards: columns, wrapping, comparison, credentials.

let rows = 0;

function element(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

/** A box that stays the same element while it is drawn again: it may have the focus. */
function checkbox(label, onChange) {
  const line = element('label', 'sw-check');
  const box = element('input', '', { type: 'checkbox' });
  box.addEventListener('change', () => onChange(box.checked));
  line.append(box, label);
  return { line, box };
}

function build(model) {
  const id = `sw-options-${++rows}`;
  const set = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
  const parts = {
    set,
    columns: element('details', 'sw-columns'),
    summary: element('summary', '', { textContent: 'Columns' }),
    choices: element('div', 'sw-columns-list'),
    boxes: new Map(),
    wrap: checkbox('Wrap lines', checked => set('wrap', checked)),
    environment: element('span', 'sw-environment'),
    fromEnvironment: checkbox('Credentials from the environment', checked => {
      set('environment', checked);
    }),
    variables: element('code', 'sw-variables'),
    comparison: element('span', 'sw-compare'),
    versions: element('select', 'sw-versions', { id })
  };
  parts.columns.append(parts.summary, parts.choices);
  parts.environment.append(parts.fromEnvironment.line, parts.variables);
  parts.comparison.append(
    element('label', '', { htmlFor: id, textContent: 'Compare with' }),
    parts.versions
  );
  return parts;
}

// ---- Drawing -------------------------------------------------------------------------------

function drawColumns(model, parts) {
  const columns = model.get('columns');
  parts.columns.hidden = columns.length < 2;
  parts.wrap.line.hidden = !columns.length;
  const names = columns.map(([name]) => name);
  if (String(names) !== String([...parts.boxes.keys()])) {
    const made = columns.map(([name, label]) => [name, columnBox(name, label, model, parts)]);
    parts.boxes = new Map(made.map(([name, { box }]) => [name, box]));
    parts.choices.replaceChildren(...made.map(([, { line }]) => line));
  }
  const hidden = new Set(model.get('hidden'));
  parts.boxes.forEach((box, name) => (box.checked = !hidden.has(name)));
}

function columnBox(name, label, model, { set }) {
  return checkbox(`Show ${label}`, checked => {
    const hidden = model.get('hidden').filter(other => other !== name);
    set('hidden', checked ? hidden : [...hidden, name]);
  });
}

function drawSwitches(model, parts) {
  const variables = model.get('variables');
  parts.wrap.box.checked = model.get('wrap');
  parts.environment.hidden = !variables.length;
  parts.fromEnvironment.box.checked = model.get('environment');
  parts.variables.textContent = variables.join(', ');
  parts.variables.title = variables.join('\n');
}

function drawVersions(model, parts) {
  const versions = model.get('versions');
  parts.comparison.hidden = !versions.length;
  parts.versions.replaceChildren(
    element('option', '', { value: -1, textContent: 'no other version' }),
    ...versions.map((label, value) => element('option', '', { value, textContent: label }))
  );
  parts.versions.value = model.get('compared');
}

// ---- Listening -----------------------------------------------------------------------------

function listen(el, parts) {
  parts.versions.addEventListener('change', () => {
    parts.set('compared', Number(parts.versions.value));
  });
  el.addEventListener('keydown', event => {
    if (event.key === 'Escape' && parts.columns.open) {
      parts.columns.open = false;
      parts.summary.focus();
    }
    event.stopPropagation();
  });
  // What hangs over the cards goes when somebody turns to them.
  const close = event => {
    if (!parts.columns.contains(event.target)) {
      parts.columns.open = false;
    }
  };
  document.addEventListener('pointerdown', close);
  return () => document.removeEventListener('pointerdown', close);
}

function render({ model, el }) {
  el.classList.add('sw-card-options');
  el.dataset.lmSuppressShortcuts = 'true';
  const parts = build(model);
  el.append(parts.columns, parts.wrap.line, parts.comparison, parts.environment);
  const stopListening = listen(el, parts);
  const watched = {
    'change:columns change:hidden': () => drawColumns(model, parts),
    'change:wrap change:variables change:environment': () => drawSwitches(model, parts),
    'change:versions change:compared': () => drawVersions(model, parts)
  };
  for (const [events, draw] of Object.entries(watched)) {
    model.on(events, draw);
    draw();
  }
  return () => {
    for (const [events, draw] of Object.entries(watched)) {
      model.off(events, draw);
    }
    stopListening();
  };
}

export default { render };
