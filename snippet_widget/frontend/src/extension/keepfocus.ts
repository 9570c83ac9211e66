/** JupyterLab's notebooks take the focus; the button that was clicked keeps it. */

export function keepFocus(change: () => void): void {
  const focused = document.activeElement;
  change();
  if (focused instanceof HTMLElement && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
}
