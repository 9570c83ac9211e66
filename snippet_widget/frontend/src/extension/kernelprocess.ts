/**
 * Tells when another process has become a notebook's kernel: one that another window has restarted,
 * or the server's own interface. JupyterLab says nothing of those restarts.
 */

import type { Kernel, KernelMessage } from '@jupyterlab/services';
import type { ISignal } from '@lumino/signaling';

/** What JupyterLab's `ISessionContext` emits of a notebook's kernel. */
export interface IKernelSignals {
  iopubMessage: ISignal<unknown, KernelMessage.IMessage>;
  statusChanged: ISignal<unknown, Kernel.Status>;
  kernelChanged: ISignal<unknown, unknown>;
}

/** Statuses of a restart from this window, which its panels notice by themselves. */
export const RESTARTS: readonly Kernel.Status[] = [
  'restarting',
  'autorestarting',
  'dead',
  'terminating'
];

/** What a kernel says of itself; the server answers for it with other ones. */
const OWN_STATES: readonly unknown[] = ['starting', 'busy', 'idle'];

/** Each process of a kernel names itself in all of its messages. */
export class KernelProcess {
  private _session = '';

  /** @param onReplaced Called when a process answers in the place of the one before. */
  constructor(
    private readonly _signals: IKernelSignals,
    private readonly _onReplaced: () => void
  ) {
    _signals.iopubMessage.connect(this._onMessage, this);
    _signals.statusChanged.connect(this._onStatus, this);
    _signals.kernelChanged.connect(this._forget, this);
  }

  dispose(): void {
    this._signals.iopubMessage.disconnect(this._onMessage, this);
    this._signals.statusChanged.disconnect(this._onStatus, this);
    this._signals.kernelChanged.disconnect(this._forget, this);
  }

  private _onMessage(_: unknown, { header, content }: KernelMessage.IMessage): void {
    const state = (content as { execution_state?: unknown }).execution_state;
    if (header.msg_type !== 'status' || !OWN_STATES.includes(state)) {
      return;
    }
    const before = this._session;
    this._session = header.session;
    if (before && before !== header.session) {
      this._onReplaced();
    }
  }

  private _onStatus(_: unknown, status: Kernel.Status): void {
    if (RESTARTS.includes(status)) {
      this._forget();
    }
  }

  private _forget(): void {
    this._session = '';
  }
}
