/** How the parts of a panel find each other in the page. */

export const PANEL = '.snippet-widget-panel';

/** The roots of a panel's components, as `prepareRoot` marks them: no shortcut of JupyterLab is for them. */
export const COMPONENTS = '[data-lm-suppress-shortcuts]';

/** ipywidgets marks the views of a kernel that is gone. */
export const DISCONNECTED_CLASS = 'jupyter-widgets-disconnected';

export function panelAround(node: Element): HTMLElement | null {
  return node.closest<HTMLElement>(PANEL);
}

/** Whether the kernel of a part of a panel is gone. */
export function isDisconnected(node: Element): boolean {
  return node.closest(`.${DISCONNECTED_CLASS}`) !== null;
}

/** Raise an event on each of a panel's components: they answer in its `detail`. */
export function tellComponents(panel: Element, event: CustomEvent): void {
  for (const component of panel.querySelectorAll(COMPONENTS)) {
    component.dispatchEvent(event);
  }
}
