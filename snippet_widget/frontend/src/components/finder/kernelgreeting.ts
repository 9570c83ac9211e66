/** Greets the kernel, until it hears what the panel sends while a cell is running, too. */

import type { IHeard } from './traits.js';

/** Until the next greeting, times those before: the kernel is not kept busy with them. */
const GREETING_INTERVAL_MS = 60;

const MAX_GREETINGS = 12;

/** JupyterLab starts the subshell of widgets when they are made: it may not be there at once. */
export class KernelGreeting {
  private _sent = 0;
  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly _send: () => void) {}

  greet(): void {
    this._sent += 1;
    this._send();
  }

  onHeard({ beside }: IHeard): void {
    if (!beside && this._sent < MAX_GREETINGS) {
      this._timer = setTimeout(() => this.greet(), this._sent * GREETING_INTERVAL_MS);
    }
  }

  end(): void {
    clearTimeout(this._timer);
  }
}
