/** The status line, its button for the next step, and the progress bar. */

import type { AnyModel, RenderProps } from '@anywidget/types';

import { isDisconnected, panelAround } from '../../paneldom.js';
import { UNDELIVERED_EVENT } from '../../protocol.js';
import { isSeen, reveal } from '../../scrolling.js';
import { Listeners, element, prepareRoot } from '../dom.js';
import { withAddresses } from '../heading/markdown.js';
import { DropdownValues, disableChoices } from './disconnected.js';
import './panel.css';
import './status.css';

interface ITraits {
  text: string;
  level: 'info' | 'warning' | 'error';
  action: string;
  loading: boolean;
  done: number;
  total: number;
  /** Whether it is the panel's status line; else it speaks of one of its parts. */
  main: boolean;
}

const RESTARTED =
  'The kernel of this panel is gone. What is shown can still be inserted and copied; ' +
  'run the cell again to choose more.';

/** Beside the notebook there is no such cell: the panel comes back with the kernel. */
const DOCKED_RESTARTED =
  'The kernel of this panel is gone. What is shown can still be inserted and copied.';

const TOO_LATE = 'The last choice did not reach the kernel and was undone.';

function progress(model: AnyModel<ITraits>): string {
  const [done, total] = [model.get('done'), model.get('total')];
  const [some, all] = [done, total].map(n => n.toLocaleString('en'));
  return total ? `${some} of ${all}` : done ? some! : '';
}

class StatusView {
  private readonly _bar = element('progress', 'sw-progress', { ariaLabel: 'Loading endpoints' });
  private readonly _status = element('div', 'sw-status');
  private readonly _count = element('span', 'sw-count'); // the bar says it to screen readers
  private readonly _action = element('button', 'sw-status-action', { type: 'button' });
  private readonly _choices = new DropdownValues();
  private _isTooLate = false;
  private _said = '';
  private _width = 0;

  constructor(
    private readonly _model: AnyModel<ITraits>,
    private readonly _el: HTMLElement,
    listeners: Listeners
  ) {
    if (_model.get('main')) {
      this._status.setAttribute('role', 'status');
    } else {
      this._status.setAttribute('aria-live', 'polite');
    }
    this._count.setAttribute('aria-hidden', 'true');
    const line = element('div', 'sw-status-line');
    line.append(this._count, this._status, this._action);
    _el.append(this._bar, line);
    listeners.on(this._action, 'click', () => _model.send('action'));
    listeners.onModel(_model, 'change', () => this._draw());
    const sizes = new ResizeObserver(() => this._takeWidth());
    sizes.observe(_el);
    listeners.onEnd(() => sizes.disconnect());
    listeners.onDisconnect(_model, _el, () => this._draw());
    this._draw();
    // Until then `_el` is in no page.
    requestAnimationFrame(() => {
      this._followForm(listeners);
      this._followChoices(listeners);
    });
  }

  /** A row that came too late: beside the notebook the panel comes back with it. */
  private _followChoices(listeners: Listeners): void {
    const panel = this._model.get('main') ? panelAround(this._el) : null;
    if (panel) {
      listeners.onEvent(panel, UNDELIVERED_EVENT, () => {
        this._isTooLate ||= !this._isDocked;
        this._draw();
      });
    }
  }

  /** Below a form that is used: seen with it, and, by who has not scrolled on, what it says next. */
  private _followForm(listeners: Listeners): void {
    const form = this._model.get('main') ? null : this._el.parentElement;
    if (form) {
      const show = (): void => void requestAnimationFrame(() => reveal(this._el));
      listeners.on(form, 'focusin', show);
      listeners.onModel(this._model, 'change:text', () => isSeen(this._el) && show());
      if (form.contains(document.activeElement)) {
        show();
      }
    }
  }

  private _draw(): void {
    const isGone = isDisconnected(this._el);
    const isMain = this._model.get('main');
    if (isMain) {
      this._keepChoices(isGone);
    }
    this._say(isGone ? this._disconnectedText(isMain) : this._model.get('text'));
    const goneLevel = isMain ? 'warning' : 'info';
    this._el.dataset['level'] = isGone ? goneLevel : this._model.get('level');
    this._action.textContent = this._model.get('action');
    this._action.hidden = isGone || !this._model.get('action');
    this._drawBar(isGone);
    this._keepHeight(isGone);
  }

  /** Choices that are followed are kept; without the kernel they are shown again, and stay. */
  private _keepChoices(isGone: boolean): void {
    const panel = panelAround(this._el);
    if (isGone) {
      this._isTooLate ||= this._choices.restore();
      disableChoices(panel);
    } else if (!this._model.get('loading')) {
      this._choices.save(panel);
    }
  }

  /** Once is enough: in the status line, or a docked panel's own notice that the kernel restarts. */
  private _disconnectedText(isMain: boolean): string {
    if (!isMain) {
      return '';
    }
    const text = this._isDocked ? DOCKED_RESTARTED : RESTARTED;
    this._el.toggleAttribute('data-noticed', this._isDocked && !this._isTooLate);
    return this._isTooLate ? `${text} ${TOO_LATE}` : text;
  }

  private get _isDocked(): boolean {
    return this._el.closest('.snippet-widget-KernelView') !== null;
  }

  /** What is said of each endpoint in turn shall not move what is below; a problem may. */
  private _keepHeight(isGone: boolean): void {
    const { style } = this._el;
    if (!this._model.get('text')) {
      style.minHeight = ''; // nothing more is said of it
    }
    const { offsetHeight } = this._el;
    if (!this._takeWidth() && !isGone && this._model.get('level') === 'info') {
      style.minHeight = `${offsetHeight}px`;
    }
  }

  /** Another width takes another height: whether it has one. */
  private _takeWidth(): boolean {
    const { style, offsetWidth } = this._el;
    if (offsetWidth === this._width) {
      return false;
    }
    this._width = offsetWidth;
    style.minHeight = '';
    return true;
  }

  /** A screen reader announces what changes, so only that. */
  private _say(text: string): void {
    if (this._said !== text) {
      this._said = text;
      this._status.replaceChildren(...withAddresses(text));
    }
  }

  private _drawBar(isGone: boolean): void {
    const [done, total] = [this._model.get('done'), this._model.get('total')];
    this._bar.hidden = isGone || !this._model.get('loading');
    this._count.textContent = this._bar.hidden ? '' : progress(this._model);
    if (total) {
      this._bar.max = total;
      this._bar.value = Math.min(done, total);
    } else {
      this._bar.removeAttribute('value');
    }
  }
}

function render({ model, el }: RenderProps<ITraits>): () => void {
  const listeners = new Listeners();
  prepareRoot(el, 'sw-status-root', listeners);
  new StatusView(model, el, listeners);
  return listeners.end;
}

export default { render };
