/** Of several connections to a kernel one alone gets its widgets' messages: `handleComms` is false of the others. */

import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { Kernel } from '@jupyterlab/services';
import type { ISignal } from '@lumino/signaling';

/** Where a kernel's widgets can be drawn. */
export interface IWidgetHost {
  kernel: Kernel.IKernelConnection;
  rendermime: IRenderMimeRegistry;
  /** Emitted when they cannot any longer. */
  closed: ISignal<unknown, unknown>;
}

/** The notebook itself, else another one on the same kernel; null: something else has its widgets. */
export function widgetHost(notebook: NotebookPanel, open: INotebookTracker): IWidgetHost | null {
  const own = kernelOf(notebook);
  const handlesComms = (panel: NotebookPanel): boolean => {
    const kernel = kernelOf(panel);
    return kernel !== null && kernel.id === own?.id && kernel.handleComms;
  };
  const host = !notebook.isDisposed && handlesComms(notebook) ? notebook : open.find(handlesComms);
  return host
    ? {
        kernel: kernelOf(host)!,
        rendermime: host.content.rendermime,
        closed: host.context.disposed
      }
    : null;
}

function kernelOf({ context }: NotebookPanel): Kernel.IKernelConnection | null {
  return context.sessionContext.session?.kernel ?? null;
}
