/** Pings the kernel until a subshell answers: then the panel is served while a cell is running, too. */

import type { IPong } from './traits.js';

/** Until the next ping, times those before: the kernel is not kept busy with them. */
const PING_INTERVAL_MS = 60;

const MAX_PINGS = 12;

/** JupyterLab starts the subshell of widgets when they are made: it may not be there at once. */
export class SubshellHandshake {
  private _sent = 0;
  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly _send: () => void) {}

  start(): void {
    this._sent += 1;
    this._send();
  }

  onPong({ subshell }: IPong): void {
    if (!subshell && this._sent < MAX_PINGS) {
      this._timer = setTimeout(() => this.start(), this._sent * PING_INTERVAL_MS);
    }
  }

  end(): void {
    clearTimeout(this._timer);
  }
}
