/** The heading of the cards: which endpoint they are of, what to compare with, and the View menu. */

import type { AnyModel, RenderProps } from '@anywidget/types';

import { COLLECT_EVENT, READY_EVENT, isCollectDetail, isReadyDetail } from '../../protocol.js';
import { Listeners, element, prepareRoot } from '../dom.js';
import type { IFinderTraits } from '../finder/traits.js';
import { announce } from '../together.js';
import { withoutLinks } from './markdown.js';
import './options.css';
import { Ready } from './ready.js';
import { SteadyHeights } from './steady.js';
import { SummaryLine } from './summary.js';
import { Waiting } from './waiting.js';

export interface IEndpoint {
  /** As the rows of the finder have it; -1: there are no cards. */
  key: number;
  method: string;
  path: string;
  /** How an SDK spells the call, and what it does; '' where that is not known. */
  call: string;
  summary: string;
}

export interface ITraits {
  endpoint: IEndpoint;
  /** Number of the drawing that it is part of: the cards of that wait for it. */
  drawing: number;
  /** Key of the endpoint that the kernel is asking for. */
  asked: number;
  /** The finder's model. */
  finder: string;
  /** Name and label of each card. */
  columns: [string, string][];
  hidden: string[];
  wrap: boolean;
  variables: string[];
  environment: boolean;
  versions: string[];
  compared: number;
}

interface ICheckbox {
  line: HTMLLabelElement;
  box: HTMLInputElement;
}

class OptionsView {
  private readonly _summary: SummaryLine;
  private readonly _title = element('div', 'sw-endpoint');
  private readonly _waiting = element('div', 'sw-waiting');
  private readonly _insertion = element('div', 'sw-waiting');
  private readonly _view = element('details', 'sw-view');
  private readonly _viewSummary = element('summary', '', { textContent: 'View' });
  private readonly _menu = element('div', 'sw-view-menu');
  private readonly _boxesList = element('div', 'sw-columns-list');
  private _boxes = new Map<string, HTMLInputElement>();
  private readonly _wrap = this._checkbox('Wrap lines', checked => this._set('wrap', checked));
  private readonly _fromEnvironment = this._checkbox('Credentials from the environment', checked =>
    this._set('environment', checked)
  );
  private readonly _variables = element('code', 'sw-variables');
  private readonly _comparison = element('span', 'sw-compare');
  private readonly _versions = element('select', 'sw-versions', { ariaLabel: 'Compare with' });

  constructor(
    private readonly _model: AnyModel<ITraits>,
    private readonly _el: HTMLElement,
    private readonly _listeners: Listeners
  ) {
    this._summary = new SummaryLine(_listeners);
    this._assemble();
    this._listen();
    _listeners.draw(_model, ['endpoint'], () => this._drawEndpoint());
    _listeners.draw(_model, ['columns', 'hidden'], () => this._drawColumns());
    _listeners.draw(_model, ['wrap', 'variables', 'environment'], () => this._drawSwitches());
    _listeners.draw(_model, ['versions', 'compared'], () => this._drawVersions());
    void this._followFinder();
    requestAnimationFrame(() => this._join()); // until then `_el` is in no page
  }

  private _join(): void {
    const { _model: model, _el: el } = this;
    this._listeners.draw(model, ['drawing'], () => announce(el, model.get('drawing')));
    this._keepHeights();
  }

  private _keepHeights(): void {
    const panel = this._el.closest('.snippet-widget-panel');
    const cards = panel?.querySelector<HTMLElement>('.snippet-widget-cards');
    if (cards) {
      const heights = new SteadyHeights(cards, this._listeners);
      this._listeners.draw(this._model, ['endpoint'], () => heights.settleSoon());
    }
  }

  private _assemble(): void {
    this._title.setAttribute('role', 'heading');
    this._title.setAttribute('aria-level', '3');
    this._waiting.setAttribute('aria-live', 'polite');
    const about = element('div', 'sw-about');
    this._insertion.setAttribute('aria-live', 'polite');
    about.append(this._title, this._waiting, this._insertion);
    this._versions.dataset['needsKernel'] = '';
    this._comparison.append(this._versions);
    this._fromEnvironment.line.append(this._variables);
    this._menu.append(this._boxesList, this._wrap.line, this._fromEnvironment.line);
    this._view.append(this._viewSummary, this._menu);
    const tools = element('div', 'sw-tools');
    tools.append(this._comparison, this._view);
    this._el.append(about, tools);
  }

  private _listen(): void {
    this._listeners.on(this._versions, 'change', () => {
      this._set('compared', Number(this._versions.value));
    });
    this._listeners.on(this._el, 'keydown', event => {
      if (event.key === 'Escape' && this._view.open) {
        event.preventDefault();
        this._view.open = false;
        this._viewSummary.focus();
      }
    });
    this._listeners.onEvent(this._el, COLLECT_EVENT, event => {
      const { detail } = event as CustomEvent<unknown>;
      const { key, method, path } = this._model.get('endpoint');
      if (isCollectDetail(detail) && key >= 0) {
        detail.operation = `${method} ${path}`;
      }
    });
    // What hangs over the cards goes when somebody turns to them.
    this._listeners.on(document, 'pointerdown', event => {
      if (!this._view.contains(event.target as Node)) {
        this._view.open = false;
      }
    });
  }

  /** The row that is highlighted may be of another endpoint than the cards: say so. */
  private async _followFinder(): Promise<void> {
    const id = this._model.get('finder').replace('IPY_MODEL_', '');
    const finder = await this._model.widget_manager.get_model<IFinderTraits>(id);
    const waiting = new Waiting(this._model, finder, this._el, this._waiting);
    this._listeners.draw(finder, ['chosen', 'rows'], () => waiting.update());
    this._listeners.draw(this._model, ['endpoint', 'asked'], () => waiting.update());
    this._listeners.onLost(this._model, this._el, () => waiting.update());
    this._listeners.onEnd(() => waiting.end());
    this._followKey(new Ready(this._model, finder, this._el, this._insertion), finder);
  }

  private _followKey(ready: Ready, finder: AnyModel<IFinderTraits>): void {
    this._listeners.onEvent(this._el, READY_EVENT, event => {
      const { detail } = event as CustomEvent<unknown>;
      if (isReadyDetail(detail)) {
        ready.answer(detail);
      }
    });
    this._listeners.draw(finder, ['chosen', 'found', 'rows'], () => ready.update());
    this._listeners.draw(this._model, ['endpoint'], () => ready.update());
    this._listeners.onLost(this._model, this._el, () => ready.update());
    this._listeners.onEnd(() => ready.end());
  }

  private _set<K extends keyof ITraits>(name: K, value: ITraits[K]): void {
    this._model.set(name, value);
    this._model.save_changes();
  }

  /** A box that stays the same element while it is drawn again: it may have the focus. */
  private _checkbox(label: string, onChange: (checked: boolean) => void): ICheckbox {
    const line = element('label', 'sw-check');
    const box = element('input', '', { type: 'checkbox' });
    box.dataset['needsKernel'] = '';
    this._listeners.on(box, 'change', () => onChange(box.checked));
    line.append(box, label);
    return { line, box };
  }

  private _drawEndpoint(): void {
    const { method, path, call, summary: markdown } = this._model.get('endpoint');
    const summary = withoutLinks(markdown);
    this._title.toggleAttribute('data-empty', !method);
    this._title.title = [`${method} ${path}`, call, summary].filter(Boolean).join('\n');
    // Other elements each time: the same ones would be seen to move (layout shift).
    const operation = element('span', 'sw-endpoint-operation');
    operation.append(
      element('span', 'sw-endpoint-method', { textContent: method }),
      ' ',
      breakable('sw-endpoint-path', path)
    );
    this._title.replaceChildren(
      operation,
      ' ',
      breakable('sw-endpoint-call', call),
      ' ',
      this._summary.draw(summary),
      ' '
    );
  }

  private _drawColumns(): void {
    const columns = this._model.get('columns');
    this._view.hidden = !columns.length;
    this._boxesList.hidden = columns.length < 2;
    const names = columns.map(([name]) => name);
    if (String(names) !== String([...this._boxes.keys()])) {
      const made = columns.map(([name, label]) => ({ name, ...this._columnBox(name, label) }));
      this._boxes = new Map(made.map(({ name, box }) => [name, box]));
      this._boxesList.replaceChildren(...made.map(({ line }) => line));
    }
    const hidden = new Set(this._model.get('hidden'));
    this._boxes.forEach((box, name) => (box.checked = !hidden.has(name)));
  }

  private _columnBox(name: string, label: string): ICheckbox {
    return this._checkbox(`Show ${label}`, checked => {
      const hidden = this._model.get('hidden').filter(other => other !== name);
      this._set('hidden', checked ? hidden : [...hidden, name]);
    });
  }

  private _drawSwitches(): void {
    const variables = this._model.get('variables');
    this._wrap.box.checked = this._model.get('wrap');
    this._fromEnvironment.line.hidden = !variables.length;
    this._fromEnvironment.box.checked = this._model.get('environment');
    this._variables.textContent = variables.join(', ');
  }

  private _drawVersions(): void {
    const versions = this._model.get('versions');
    this._comparison.hidden = !versions.length;
    this._versions.replaceChildren(
      element('option', '', { value: '-1', textContent: 'Compare with…' }),
      ...versions.map((label, n) =>
        element('option', '', { value: `${n}`, textContent: shortened(label), title: label })
      )
    );
    this._versions.value = String(this._model.get('compared'));
  }
}

/** A path or call that goes on in the next line between its parts, elsewhere only if it must. */
function breakable(className: string, text: string): HTMLElement {
  const node = element('span', className);
  node.append(...text.split(/(?<=[/.])/).flatMap(part => [part, element('wbr')]));
  return node;
}

/** Characters that the list of versions to compare with has room for. */
const ROOM = 20;

/** The name gives way, never the version. */
export function shortened(label: string): string {
  const at = label.lastIndexOf(' ');
  const room = Math.max(4, ROOM - label.length + at);
  return at <= room ? label : `${label.slice(0, room - 1)}…${label.slice(at)}`;
}

export function render({ model, el }: RenderProps<ITraits>): () => void {
  const listeners = new Listeners();
  prepareRoot(el, 'sw-card-options', listeners);
  new OptionsView(model, el, listeners);
  return listeners.end;
}

export default { render };
