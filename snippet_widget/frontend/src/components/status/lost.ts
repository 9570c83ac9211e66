/** Without its kernel a panel shows what it has: what only a kernel could follow is disabled. */

/** ipywidgets' own controls, and those of our components that have no effect in the browser alone. */
const CHOICES = '.widget-dropdown select, .widget-text input, .widget-button, [data-needs-kernel]';

/** For good: a kernel that comes back knows nothing of this panel. */
export function disableChoices(panel: Element | null): void {
  panel?.querySelectorAll(CHOICES).forEach(control => control.toggleAttribute('disabled', true));
}
