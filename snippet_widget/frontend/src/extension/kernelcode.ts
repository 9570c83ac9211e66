/** Runs code in a kernel for a panel: no traceback where snippet_widget is simply not installed. */

import type { Kernel, KernelMessage } from '@jupyterlab/services';

import type { IUndeliveredDetail, PanelChoice } from '../protocol.js';

export type ExecuteFuture = Kernel.IShellFuture<
  KernelMessage.IExecuteRequestMsg,
  KernelMessage.IExecuteReplyMsg
>;

/** What became of the code. */
export type Outcome = 'shown' | 'missing' | 'failed' | 'canceled';

/**
 * The code that shows the panel of one notebook; the same panel again while the kernel lives.
 *
 * @param chosen Endpoint and load level to choose; '': none.
 * @param choice With which a panel of a new kernel begins; null: with what was chosen last in any panel.
 */
export function panelCode(
  path: string,
  { operation, load_level }: Required<IUndeliveredDetail>,
  choice: PanelChoice | null
): string {
  const texts = [path, operation, load_level, choice ?? {}];
  const given = texts.map(each => JSON.stringify(each)).join(', ');
  return `__import__('snippet_widget.widget.docked', fromlist=['show']).show(${given})`;
}

/** The language that a kernel runs; '' of one that does not answer. */
export async function languageOf({
  info
}: Pick<Kernel.IKernelConnection, 'info'>): Promise<string> {
  try {
    return (await info).language_info.name;
  } catch {
    return ''; // JupyterLab has logged why
  }
}

/** The cell that installs the package into the kernel's own environment. */
export const INSTALL_CELL = '%pip install snippet-widget';

/** As shadowing_files.py does for other packages; ours cannot be asked. A folder with `widget` is ours. */
const SHADOWING_FILE = `next((
  own.name
  for spec in [__import__('importlib.util', fromlist=['find_spec']).find_spec('snippet_widget')]
  if spec and spec.origin
  for file in [__import__('pathlib').Path(spec.origin)]
  for own in [file.parent if file.stem == '__init__' else file]
  if own.parent.resolve() == file.cwd() and not (own / 'widget').is_dir()
), '')`;

/** The file or folder of the notebook's folder that Python takes for snippet_widget; '': none. */
export async function shadowingFile(kernel: Kernel.IKernelConnection): Promise<string> {
  const user_expressions = { file: SHADOWING_FILE };
  const future = kernel.requestExecute({ code: '', silent: true, user_expressions });
  try {
    const { content } = await future.done;
    const found = content.status === 'ok' ? content.user_expressions['file'] : undefined;
    const text = (found as { data?: Record<string, unknown> } | undefined)?.data?.['text/plain'];
    return typeof text === 'string' ? text.slice(1, -1) : ''; // without Python's quotes
  } catch {
    return ''; // the kernel was restarted or is gone
  }
}

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
    return 'canceled'; // the kernel was restarted or is gone
  }
}
