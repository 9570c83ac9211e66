/** The View menu: which cards are shown, and how. */

import type { AnyModel } from '@anywidget/types';

import { type Listeners, element } from '../dom.js';
import type { ITraits } from './traits.js';

interface ICheckbox {
  line: HTMLLabelElement;
  box: HTMLInputElement;
}

export class ViewMenu {
  readonly node = element('details', 'sw-view');
  private readonly _summary = element('summary', '', { textContent: 'View' });
  private readonly _menu = element('div', 'sw-view-menu');
  private readonly _boxesList = element('div', 'sw-columns-list');
  private _boxes = new Map<string, HTMLInputElement>();
  private readonly _wrap = this._checkbox('Wrap lines', checked => this._set('wrap', checked));
  private readonly _fromEnvironment = this._checkbox('Credentials from the environment', checked =>
    this._set('environment', checked)
  );
  private readonly _variables = element('code', 'sw-variables');

  /** @param root Where Escape closes the menu. */
  constructor(
    private readonly _model: AnyModel<ITraits>,
    root: HTMLElement,
    private readonly _listeners: Listeners
  ) {
    this._fromEnvironment.line.append(this._variables);
    this._menu.append(this._boxesList, this._wrap.line, this._fromEnvironment.line);
    this.node.append(this._summary, this._menu);
    this._listenForClosing(root);
    _listeners.draw(_model, ['columns', 'hidden'], () => this._drawColumns());
    _listeners.draw(_model, ['wrap', 'variables', 'environment'], () => this._drawSwitches());
  }

  private _listenForClosing(root: HTMLElement): void {
    this._listeners.on(root, 'keydown', event => {
      if (event.key === 'Escape' && this.node.open) {
        event.preventDefault();
        this.node.open = false;
        this._summary.focus();
      }
    });
    // What hangs over the cards goes when somebody turns to them.
    this._listeners.on(document, 'pointerdown', event => {
      if (!this.node.contains(event.target as Node)) {
        this.node.open = false;
      }
    });
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

  private _drawColumns(): void {
    const columns = this._model.get('columns');
    this.node.hidden = !columns.length;
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

  private _set<K extends keyof ITraits>(name: K, value: ITraits[K]): void {
    this._model.set(name, value);
    this._model.save_changes();
  }
}
