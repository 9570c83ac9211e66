/** A line that says for a while what came of something: later it may no longer be true. */

import type { IMessageLine } from '../protocol.js';

const SHOWN_MS = 8_000;

export class TransientMessage implements IMessageLine {
  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly _line: HTMLElement) {}

  /** Say this and nothing else; '': say nothing. */
  say(text: string): void {
    this.keep(text);
    if (text) {
      this._timer = setTimeout(() => this._line.replaceChildren(), SHOWN_MS);
    }
  }

  /** Say this until something else is said. */
  keep(text: string): void {
    clearTimeout(this._timer);
    this._line.textContent = text;
  }

  /** Begin it with what it is about, where it still stands: whether it does. */
  nameSubject(subject: string): boolean {
    const text = this._line.textContent;
    if (text) {
      this._line.textContent = `${subject}: ${text}`;
    }
    return text !== '';
  }
}
