/** Scrolls what is around an element, a notebook or a docked panel, to show it; never the page. */

/** Scroll no further than it takes. */
export function reveal(node: Element): void {
  for (const scroller of scrollersOf(node)) {
    const [part, view] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
    const below = Math.max(0, part.bottom - view.bottom);
    scroller.scrollTop += part.top < view.top ? part.top - view.top : below;
  }
}

/** Whether at least a part of it is scrolled to. */
export function isSeen(node: Element): boolean {
  const part = node.getBoundingClientRect();
  return scrollersOf(node)
    .map(scroller => scroller.getBoundingClientRect())
    .every(view => part.top < view.bottom && part.bottom > view.top);
}

/** The innermost comes first. */
function scrollersOf(node: Element): Element[] {
  const found: Element[] = [];
  for (let around = node.parentElement; around; around = around.parentElement) {
    const isScroller = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (isScroller && around.scrollHeight > around.clientHeight) {
      found.push(around);
    }
  }
  return found;
}
