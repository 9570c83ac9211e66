// Filter and list of endpoints. The kernel finds and ranks; what it sends is text, never HTML.

let lists = 0;

function element(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

/** Text with some spans of it marked: `marks` holds [start, end] pairs, apart and in order. */
function marked(className, text, marks) {
  const node = element('span', className);
  let at = 0;
  for (const [start, end] of marks ?? []) {
    node.append(text.slice(at, start), element('mark', '', { textContent: text.slice(start, end) }));
    at = end;
  }
  node.append(text.slice(at));
  return node;
}

function option(listId, [key, method, path, call, , marks]) {
  const node = element('div', 'sw-row', { id: `${listId}-${key}` });
  node.setAttribute('role', 'option');
  node.setAttribute('aria-label', call ? `${method} ${path} ${call}` : `${method} ${path}`);
  node.dataset.key = key;
  node.title = `${method} ${path}`;
  const verb = marked('sw-method', method, marks[0]);
  verb.dataset.method = method;
  node.append(verb, marked('sw-path', path, marks[1]));
  if (call) {
    node.append(marked('sw-call', call, marks[2]));
  }
  return node;
}

function group(listId, name, number) {
  const node = element('div', 'sw-group');
  const heading = element('div', 'sw-group-name', {
    id: `${listId}-group-${number}`,
    textContent: name
  });
  node.setAttribute('role', 'group');
  node.setAttribute('aria-labelledby', heading.id);
  heading.setAttribute('role', 'presentation');
  node.append(heading);
  return node;
}

/** Options, in groups where the rows name any: consecutive rows of one name are one group. */
function tree(listId, rows) {
  const nodes = [];
  let name = null;
  for (const row of rows) {
    const node = option(listId, row);
    if (!row[4]) {
      nodes.push(node);
      continue;
    }
    if (row[4] !== name) {
      name = row[4];
      nodes.push(group(listId, name, nodes.length));
    }
    nodes.at(-1).append(node);
  }
  return nodes;
}

function build(model) {
  const id = `sw-list-${++lists}`;
  const label = element('label', 'sw-filter-label', {
    textContent: 'Filter endpoints',
    htmlFor: `${id}-filter`
  });
  const filter = element('input', 'sw-filter', {
    id: `${id}-filter`,
    type: 'text',
    placeholder: 'Method, path, call or code, or paste a URL',
    autocomplete: 'off',
    spellcheck: false,
    value: model.get('query')
  });
  const list = element('div', 'sw-list', { id, tabIndex: 0 });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Endpoints');
  filter.setAttribute('aria-controls', id);
  // Over the list, not in it: a listbox has options and nothing else.
  const frame = element('div', 'sw-list-frame');
  const empty = element('div', 'sw-list-empty');
  empty.setAttribute('aria-live', 'polite');
  frame.append(list, empty);
  const note = element('div', 'sw-list-note');
  const head = element('div', 'sw-filter-line');
  head.append(label, filter);
  return { id, filter, list, frame, empty, note, head };
}

// ---- Moving and choosing -------------------------------------------------------------------

function options(parts) {
  return [...parts.list.querySelectorAll('[role=option]')];
}

function choose(model, node) {
  if (node && Number(node.dataset.key) !== model.get('chosen')) {
    model.set('chosen', Number(node.dataset.key));
    model.save_changes();
  }
}

/** The key pressed in the list -> the option it moves to. */
function target(key, all, at) {
  const last = all.length - 1;
  const to = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    PageDown: Math.min(at + 10, last),
    PageUp: Math.max(at - 10, 0),
    Home: 0,
    End: last
  }[key];
  return all[to];
}

function onListKey(event, model, parts) {
  const all = options(parts);
  const at = all.findIndex(node => node.getAttribute('aria-selected') === 'true');
  if (event.key === 'ArrowUp' && at <= 0) {
    parts.filter.focus();
    event.preventDefault();
    return;
  }
  const node = target(event.key, all, at);
  if (node) {
    event.preventDefault();
    choose(model, node);
  }
}

function onFilterKey(event, model, parts) {
  const [first] = options(parts);
  if (event.key === 'Enter') {
    choose(model, first);
  } else if (event.key === 'ArrowDown' && first) {
    event.preventDefault();
    if (!parts.list.querySelector('[aria-selected=true]')) {
      choose(model, first);
    }
    parts.list.focus();
  } else if (event.key === 'Escape' && parts.filter.value) {
    event.preventDefault();
    parts.filter.value = '';
    sendQuery(model, parts);
  }
}

function sendQuery(model, parts) {
  model.set('query', parts.filter.value);
  model.save_changes();
}

// ---- Drawing -------------------------------------------------------------------------------

function drawRows(model, el, parts) {
  parts.list.replaceChildren(...tree(parts.id, model.get('rows')));
  parts.empty.textContent = model.get('note');
  parts.list.scrollTop = 0;
  el.toggleAttribute('data-empty', !model.get('rows').length && !model.get('query'));
  drawChosen(model, parts);
}

function drawChosen(model, parts) {
  parts.list.removeAttribute('aria-activedescendant');
  for (const node of options(parts)) {
    const chosen = Number(node.dataset.key) === model.get('chosen');
    node.setAttribute('aria-selected', String(chosen));
    if (chosen) {
      parts.list.setAttribute('aria-activedescendant', node.id);
      scrollIntoList(parts.list, node);
    }
  }
}

/** scrollIntoView would scroll the notebook too. */
function scrollIntoList(list, node) {
  const above = node.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const top = above - list.clientTop + list.scrollTop;
  if (top < list.scrollTop) {
    list.scrollTop = top - 24;
  } else if (top + node.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + node.offsetHeight - list.clientHeight + 4;
  }
}

function drawNote(model, parts) {
  const more = model.get('more');
  parts.note.textContent = more ? `and ${more.toLocaleString('en')} more: type to narrow them down` : '';
}

function render({ model, el }) {
  el.classList.add('sw-finder');
  el.dataset.lmSuppressShortcuts = 'true';
  const parts = build(model);
  el.append(parts.head, parts.frame, parts.note);
  parts.filter.addEventListener('input', () => sendQuery(model, parts));
  parts.filter.addEventListener('keydown', event => onFilterKey(event, model, parts));
  parts.list.addEventListener('keydown', event => onListKey(event, model, parts));
  parts.list.addEventListener('click', event => {
    choose(model, event.target.closest('[role=option]'));
  });
  // The notebook's own keys (Enter edits the cell, j and k move) are not for our controls.
  el.addEventListener('keydown', event => event.stopPropagation());
  const watched = {
    'change:rows change:note': () => drawRows(model, el, parts),
    'change:chosen': () => drawChosen(model, parts),
    'change:more': () => drawNote(model, parts),
    'change:query': () => {
      if (parts.filter !== document.activeElement) {
        parts.filter.value = model.get('query');
      }
    }
  };
  for (const [events, draw] of Object.entries(watched)) {
    model.on(events, draw);
  }
  drawRows(model, el, parts);
  drawNote(model, parts);
  return () => {
    for (const [events, draw] of Object.entries(watched)) {
      model.off(events, draw);
    }
  };
}

export default { render };
