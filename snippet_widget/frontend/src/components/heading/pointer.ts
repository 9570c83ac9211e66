/** Where the pointer is: nothing shall move under it, and what is below it may. */

import type { Listeners } from '../dom.js';

/** Room that is kept while the pointer would see it change. */
export interface IRoom {
  hold(): void;
  /** @param left Whether the pointer has left the panel, for what is not below that. */
  release(left: boolean): void;
}

/**
 * Hold rooms while the pointer is on the heading of the cards or below it. Who chooses above, or by
 * key, or in the heading, sees what is chosen with the room that it needs.
 */
export function followPointer(
  panel: HTMLElement,
  heading: Element,
  rooms: readonly IRoom[],
  listeners: Listeners
): void {
  let isHeld = false;
  const set = (hold: boolean): void => {
    if (hold !== isHeld) {
      isHeld = hold;
      rooms.forEach(room => (hold ? room.hold() : room.release(false)));
    }
  };
  const onPointer = ({ target }: Event): void => {
    const isAbove = isBefore(target as Element, heading);
    if (target !== panel) {
      set(!isAbove);
    }
  };
  listeners.on(panel, 'pointermove', onPointer);
  listeners.on(panel, 'pointerdown', onPointer);
  listeners.on(panel, 'pointerleave', ({ clientY }) => {
    const isBelow = clientY >= panel.getBoundingClientRect().bottom;
    isHeld = false;
    rooms.forEach(room => room.release(!isBelow));
  });
  listeners.onKey(panel, () => set(false)); // the pointer only lies there
  listeners.on(heading, 'change', () => set(false));
}

function isBefore(node: Element, other: Element): boolean {
  return (other.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}
