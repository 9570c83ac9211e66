/** Runs code in a kernel for a panel: no traceback where snippet_widget is simply not installed. */

import type { Kernel, KernelMessage } from '@jupyterlab/services';

export type ExecuteFuture = Kernel.IShellFuture<
  KernelMessage.IExecuteRequestMsg,
  KernelMessage.IExecuteReplyMsg
>;

/** What became of the code. */
export type Outcome = 'shown' | 'missing' | 'failed' | 'cancelled';

/** The code that shows the panel of one notebook; the same panel again while the kernel lives. */
export function panelCode(path: string): string {
  return `__import__('snippet_widget.widget.docked', fromlist=['show']).show(${JSON.stringify(path)})`;
}

/** The cell that installs the package into the kernel's own environment. */
export const INSTALL_CELL = '%pip install snippet-widget';

export function isMissing({ ename, evalue }: { ename?: unknown; evalue?: unknown }): boolean {
  return (
    ename === 'ModuleNotFoundError' && /^No module named 'snippet_widget['.]/.test(String(evalue))
  );
}

/**
 * @param onStarted Called when the kernel begins: before that it was busy with something else.
 */
export async function follow(future: ExecuteFuture, onStarted: () => void): Promise<Outcome> {
  future.registerMessageHook(message => {
    onStarted();
    return !isMissing(message.content as object);
  });
  try {
    const { content } = await future.done;
    if (content.status === 'ok') {
      return 'shown';
    }
    return isMissing(content as object) ? 'missing' : 'failed';
  } catch {
    return 'cancelled'; // the kernel was restarted or is gone
  }
}
