// The row of options above the cards: columns, credentials, comparison.

let rows = 0;

function element(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

function checkbox(label, checked, onChange) {
  const line = element('label', 'sw-check');
  const box = element('input', '', { type: 'checkbox', checked });
  box.addEventListener('change', () => onChange(box.checked));
  line.append(box, label);
  return line;
}

function build() {
  const id = `sw-options-${++rows}`;
  const parts = {
    columns: element('details', 'sw-columns'),
    summary: element('summary', '', { textContent: 'Columns' }),
    choices: element('div', 'sw-columns-list'),
    environment: element('span', ''),
    comparison: element('span', 'sw-compare'),
    versions: element('select', 'sw-versions', { id })
  };
  parts.columns.append(parts.summary, parts.choices);
  parts.comparison.append(
    element('label', '', { htmlFor: id, textContent: 'Compare with' }),
    parts.versions
  );
  return parts;
}

function drawColumns(model, parts) {
  const columns = model.get('columns');
  const hidden = new Set(model.get('hidden'));
  parts.columns.hidden = columns.length < 2;
  parts.choices.replaceChildren(
    ...columns.map(([name, label]) =>
      checkbox(`Show ${label}`, !hidden.has(name), checked => {
        checked ? hidden.delete(name) : hidden.add(name);
        model.set('hidden', [...hidden]);
        model.save_changes();
      })
    )
  );
}

function drawEnvironment(model, parts) {
  const variables = model.get('variables');
  parts.environment.hidden = !variables.length;
  parts.environment.title = variables.map(name => `os.environ["${name}"]`).join(', ');
  parts.environment.replaceChildren(
    checkbox('Credentials from os.environ', model.get('environment'), checked => {
      model.set('environment', checked);
      model.save_changes();
    })
  );
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

function render({ model, el }) {
  el.classList.add('sw-card-options');
  el.dataset.lmSuppressShortcuts = 'true';
  const parts = build();
  el.append(parts.columns, parts.environment, parts.comparison);
  parts.versions.addEventListener('change', () => {
    model.set('compared', Number(parts.versions.value));
    model.save_changes();
  });
  el.addEventListener('keydown', event => {
    if (event.key === 'Escape' && parts.columns.open) {
      parts.columns.open = false;
      parts.summary.focus();
    }
    event.stopPropagation();
  });
  const watched = {
    'change:columns': () => drawColumns(model, parts),
    'change:variables change:environment': () => drawEnvironment(model, parts),
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
  };
}

export default { render };
