// The status line, its button for the next step, and the progress bar.

const RESTARTED =
  'The kernel of this panel is gone. What is shown can still be inserted and copied; ' +
  'run the cell again to choose more.';

function element(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

/** What stands between backticks is for a cell or a terminal. */
function withCode(text) {
  return text
    .split('`')
    .map((part, n) => (n % 2 ? element('code', '', { textContent: part }) : part));
}

function progress(model) {
  const [done, total] = ['done', 'total'].map(name => model.get(name).toLocaleString('en'));
  return model.get('total') ? `${done} of ${total}` : done;
}

function render({ model, el }) {
  el.classList.add('sw-status-root');
  el.dataset.lmSuppressShortcuts = 'true';
  const bar = element('progress', 'sw-progress', { ariaLabel: 'Loading endpoints' });
  const line = element('div', 'sw-status-line');
  const status = element('div', 'sw-status');
  const count = element('span', 'sw-count'); // the bar says it to screen readers
  const action = element('button', 'sw-status-action', { type: 'button' });
  status.setAttribute('role', 'status');
  count.setAttribute('aria-hidden', 'true');
  line.append(count, status, action);
  el.append(bar, line);
  action.addEventListener('click', () => model.send('action'));
  el.addEventListener('keydown', event => event.stopPropagation());

  let said = '';
  const draw = () => {
    const lost = el.closest('.jupyter-widgets-disconnected') !== null;
    const text = lost ? RESTARTED : model.get('text');
    if (said !== text) {
      said = text; // a screen reader announces what changes, so only that
      status.replaceChildren(...withCode(text));
    }
    el.dataset.level = lost ? 'warning' : model.get('level');
    action.textContent = model.get('action');
    action.hidden = lost || !model.get('action');
    bar.hidden = lost || !model.get('loading');
    count.textContent = bar.hidden ? '' : progress(model);
    if (model.get('total')) {
      bar.max = model.get('total');
      bar.value = Math.min(model.get('done'), model.get('total'));
    } else {
      bar.removeAttribute('value');
    }
  };
  // ipywidgets marks its views when their kernel is gone, in the turn of this event.
  const drawSoon = () => setTimeout(draw);
  model.on('change', draw);
  model.on('comm_live_update', drawSoon);
  draw();
  return () => {
    model.off('change', draw);
    model.off('comm_live_update', drawSoon);
  };
}

export default { render };
