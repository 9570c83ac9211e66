/** Elements, and listeners that end with the view they are for. */

import type { AnyModel } from '@anywidget/types';

import { LEAVE_EVENT, DISCONNECTED_EVENT } from '../protocol.js';

type Properties<T extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[T]>;

/** `[start, end]` pairs within a text, apart and in order. */
export type Spans = readonly (readonly [number, number])[];

export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  className = '',
  properties: Properties<T> = {}
): HTMLElementTagNameMap[T] {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

/** A text with some spans of it in elements of their own: always text, never HTML. */
export function withSpans(
  text: string,
  spans: Spans,
  tag: 'mark' | 'del' | 'ins'
): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    parts.push(text.slice(at, start), element(tag, '', { textContent: text.slice(start, end) }));
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}

export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return count === 1 ? `1 ${noun}` : `${count} ${nouns}`;
}

/** Where the page keeps the last number: each widget has a module of its own, which knows of no other. */
const LAST_NUMBER = Symbol.for('snippet_widget.last_id');

/** An id that no other element of the page has. */
export function uniqueId(name: string): string {
  const page: typeof globalThis & { [LAST_NUMBER]?: number } = globalThis;
  const number = (page[LAST_NUMBER] ?? 0) + 1;
  page[LAST_NUMBER] = number;
  return `sw-${name}-${number}`;
}

/** Everything that a view listens to; `end` is what a component's `render` returns. */
export class Listeners {
  private readonly _controller = new AbortController();
  private readonly _endings: (() => void)[] = [];

  readonly end = (): void => {
    this._controller.abort();
    this._endings.splice(0).forEach(action => action());
  };

  on<K extends keyof HTMLElementEventMap>(
    target: EventTarget,
    name: K,
    action: (event: HTMLElementEventMap[K]) => void
  ): void {
    target.addEventListener(name, action as EventListener, { signal: this._controller.signal });
  }

  /** Events of our own protocol. */
  onEvent(target: EventTarget, name: string, action: (event: Event) => void): void {
    target.addEventListener(name, action, { signal: this._controller.signal });
  }

  /** Whatever is folded or unfolded within an element: the event does not bubble. */
  onFold(target: HTMLElement, action: () => void): void {
    target.addEventListener('toggle', action, { capture: true, signal: this._controller.signal });
  }

  /** Keys that are pressed anywhere within an element: components keep them to themselves. */
  onKey(target: HTMLElement, action: () => void): void {
    target.addEventListener('keydown', action, { capture: true, signal: this._controller.signal });
  }

  /** Act now, and whenever one of a model's traits changes. */
  draw(model: AnyModel, traits: readonly string[], action: () => void): void {
    let isDue = false;
    const soon = (): void => {
      if (!isDue) {
        isDue = true; // several traits change at once: draw once
        queueMicrotask(() => {
          isDue = false;
          action();
        });
      }
    };
    this.onModel(model, traits.map(name => `change:${name}`).join(' '), soon);
    action();
  }

  onModel(model: AnyModel, events: string, action: (...args: unknown[]) => void): void {
    model.on(events, action);
    this.onEnd(() => model.off(events, action));
  }

  /** Act when the kernel is gone: ipywidgets says so of a restart, the extension of the rest. */
  onDisconnect(model: AnyModel, el: HTMLElement, action: () => void): void {
    // ipywidgets marks its views in the turn of this event.
    this.onModel(model, 'comm_live_update', () => setTimeout(action));
    this.onEvent(el, DISCONNECTED_EVENT, action);
  }

  onEnd(action: () => void): void {
    if (this._controller.signal.aborted) {
      action();
    } else {
      this._endings.push(action);
    }
  }
}

/**
 * The root of a component: a notebook's own keys (Enter edits the cell, j moves) are not for it. An
 * Escape that no part of it has used leads out of the panel.
 */
export function prepareRoot(el: HTMLElement, className: string, listeners: Listeners): void {
  el.classList.add(className);
  el.dataset['lmSuppressShortcuts'] = 'true';
  listeners.on(el, 'keydown', event => {
    event.stopPropagation();
    queueMicrotask(() => {
      if (event.key === 'Escape' && !event.defaultPrevented) {
        leave(el);
      }
    });
  });
}

function leave(el: HTMLElement): void {
  const init = { bubbles: true, cancelable: true, composed: true, detail: {} };
  if (el.dispatchEvent(new CustomEvent(LEAVE_EVENT, init)) && el.contains(document.activeElement)) {
    (document.activeElement as HTMLElement).blur(); // in a page without the extension
  }
}
