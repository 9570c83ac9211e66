/** Scrolls a docked panel, and nothing around it, to what a person waits for. */

/** The extension's docked panel: what is in a notebook scrolls as that does. */
const DOCKED = '.snippet-widget-KernelView';

export function reveal(node: Element): void {
  const scroller = node.closest(DOCKED);
  if (scroller) {
    const [part, view] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
    const below = Math.max(0, part.bottom - view.bottom);
    scroller.scrollTop += part.top < view.top ? part.top - view.top : below;
  }
}
