/** Keys that are pressed where JupyterLab does not listen: in controls that keep them for themselves. */

import { CommandRegistry } from '@lumino/commands';

/** Whether a key event is the whole of a command's shortcut. */
export function isBound(commands: CommandRegistry, id: string, event: KeyboardEvent): boolean {
  const keystroke = CommandRegistry.keystrokeForKeydownEvent(event);
  return commands.keyBindings.some(
    ({ command, keys }) => command === id && keys.join(' ') === keystroke
  );
}
