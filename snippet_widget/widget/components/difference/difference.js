// Two versions of a snippet side by side. What arrives is text, never HTML.

function element(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

function line(side, tag) {
  const cell = element('td', side ? 'sw-diff-line' : 'sw-diff-line sw-diff-none');
  if (!side) {
    return cell;
  }
  const [, text, spans] = side;
  let at = 0;
  for (const [start, end] of spans) {
    cell.append(text.slice(at, start), element(tag, '', { textContent: text.slice(start, end) }));
    at = end;
  }
  cell.append(text.slice(at));
  return cell;
}

function number(side) {
  return element('td', 'sw-diff-number', { textContent: side ? side[0] : '' });
}

function row([left, right]) {
  const node = element('tr', '');
  if (!left && !right) {
    node.append(element('td', 'sw-diff-gap', { colSpan: 4, textContent: '⋯' }));
    return node;
  }
  const before = line(left, 'del');
  const after = line(right, 'ins');
  const changed = left?.[1] !== right?.[1];
  before.classList.toggle('sw-diff-old', changed && Boolean(left));
  after.classList.toggle('sw-diff-new', changed && Boolean(right));
  node.append(number(left), before, number(right), after);
  return node;
}

function render({ model, el }) {
  el.classList.add('sw-diff-root');
  el.dataset.lmSuppressShortcuts = 'true';
  const frame = element('div', 'sw-diff-frame', { tabIndex: 0 });
  const table = element('table', 'sw-diff');
  const head = element('thead', '');
  const body = element('tbody', '');
  frame.setAttribute('role', 'group');
  table.append(element('caption', ''), head, body);
  frame.append(table);
  el.append(frame);
  el.addEventListener('keydown', event => event.stopPropagation());
  const draw = () => {
    const title = `Changes of ${model.get('title')}`;
    frame.setAttribute('aria-label', title);
    table.classList.toggle('sw-wrapped', model.get('wrap'));
    table.caption.textContent = model.get('rows').length ? title : `${title}: none`;
    const names = element('tr', '');
    for (const side of ['left', 'right']) {
      names.append(element('th', '', { colSpan: 2, scope: 'col', textContent: model.get(side) }));
    }
    head.replaceChildren(names);
    body.replaceChildren(...model.get('rows').map(row));
  };
  model.on('change', draw);
  draw();
  return () => model.off('change', draw);
}

export default { render };
