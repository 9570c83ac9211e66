/** Copies by the best way that the page has. */

import { element } from '../dom.js';

export interface ICopied {
  done: boolean;
  /** For people. */
  message: string;
}

/** Copy by the best way there is: navigator.clipboard is missing on plain http. */
export async function copy(text: string, code: HTMLElement): Promise<ICopied> {
  try {
    await navigator.clipboard.writeText(text);
    return { done: true, message: 'Copied.' };
  } catch {
    return copyBySelection(text, code);
  }
}

function copyBySelection(text: string, code: HTMLElement): ICopied {
  const focused = document.activeElement;
  const area = element('textarea', 'sw-offscreen', { value: text, readOnly: true });
  code.after(area);
  area.select();
  // Deprecated, and the only way where a page is no secure context.
  const done = document.execCommand('copy'); // eslint-disable-line @typescript-eslint/no-deprecated
  area.remove();
  if (focused instanceof HTMLElement) {
    focused.focus({ preventScroll: true });
  }
  if (done) {
    return { done, message: 'Copied.' };
  }
  window.getSelection()?.selectAllChildren(code);
  return { done, message: 'Selected: press Ctrl+C or ⌘C to copy.' };
}
