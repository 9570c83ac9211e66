/** A document that components are drawn into as they are built, and models of the kernel's kind. */

import { Window } from 'happy-dom';

export const window = new Window();
const NODES = ['document', 'Element', 'HTMLElement', 'Text', 'Node'];
const GLOBALS = [...NODES, 'Event', 'CustomEvent', 'KeyboardEvent'];
for (const name of GLOBALS) {
  Object.assign(globalThis, { [name]: window[name as keyof Window] });
}

/** Elements whose sizes are followed, and what to call when they change. */
export const followed = new Map<Element, () => void>();
Object.assign(globalThis, {
  ResizeObserver: class {
    constructor(private readonly _action: () => void) {}
    observe(node: Element): void {
      followed.set(node, this._action);
    }
    disconnect(): void {}
  },
  window,
  getComputedStyle: window.getComputedStyle.bind(window),
  requestAnimationFrame: (action: () => void) => setTimeout(action),
  localStorage: window.localStorage
});

export type Traits = Record<string, unknown>;

/** A model of anywidget's kind; `listeners` counts what is still connected. */
export class Model {
  readonly sent: unknown[] = [];
  readonly widget_manager = { get_model: () => Promise.resolve(this.other) };
  other: Model = this;
  private readonly _actions = new Map<string, Set<(...args: unknown[]) => void>>();

  constructor(private readonly _traits: Traits) {}

  get listeners(): number {
    return [...this._actions.values()].reduce((count, actions) => count + actions.size, 0);
  }

  get(name: string): unknown {
    return this._traits[name];
  }

  set(name: string, value: unknown): void {
    this._traits[name] = value;
    this.emit(`change:${name}`);
    this.emit('change');
  }

  save_changes(): void {}

  send(content: unknown): void {
    this.sent.push(content);
  }

  on(events: string, action: (...args: unknown[]) => void): void {
    for (const name of events.split(' ')) {
      this._actions.set(name, (this._actions.get(name) ?? new Set()).add(action));
    }
  }

  off(events: string, action: (...args: unknown[]) => void): void {
    events.split(' ').forEach(name => this._actions.get(name)?.delete(action));
  }

  emit(name: string, ...args: unknown[]): void {
    this._actions.get(name)?.forEach(action => action(...args));
  }
}

export interface IDrawn {
  el: HTMLElement;
  end: () => void;
}

/** @param copy Which of the modules: a page has one for each widget. */
export async function draw(
  name: string,
  model: Model,
  within?: Element | null,
  copy = ''
): Promise<IDrawn> {
  const url = new URL(`../../../widget/components/bundles/${name}.js?${copy}`, import.meta.url);
  const component = (await import(url.href)) as {
    default: { render: (props: { model: Model; el: HTMLElement }) => () => void };
  };
  const el = document.createElement('div');
  const panel = within ?? document.createElement('div');
  panel.className = 'snippet-widget-panel';
  panel.append(el);
  document.body.append(panel);
  const end = component.default.render({ model, el });
  await settled();
  return { el, end };
}

export function settled(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 5));
}

export function text(el: HTMLElement, selector: string): string {
  return el.querySelector(selector)?.textContent ?? '';
}

export const ROWS = Array.from({ length: 3 }, (_, n) => [
  n,
  'GET',
  `/a/${n}`,
  `a.get_${n}`,
  'a',
  []
]);

/** The model of a list of three endpoints, the second of them chosen. */
export function finderModel(): Model {
  return new Model({ query: '', found: '', rows: ROWS, more: 2, note: '', chosen: 1 });
}

/** The traits of the heading of cards of GET /a/1. */
export const HEADING: Traits = {
  drawing: 0,
  endpoint: { key: 1, method: 'GET', path: '/a/1', call: '', summary: '' },
  asked: 1,
  finder: 'IPY_MODEL_1',
  columns: [],
  load_level: 'Whole program',
  hidden: [],
  wrap: true,
  variables: [],
  environment: false,
  versions: [],
  compared: -1
};
