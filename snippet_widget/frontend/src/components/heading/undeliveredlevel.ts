/** A load level that the kernel cannot follow any more is taken back, as a row is, and told. */

import { panelAround } from '../../paneldom.js';
import { type IUndeliveredDetail, UNDELIVERED_EVENT } from '../../protocol.js';
import { dropdownsOf } from '../status/disconnected.js';

/** @param shown The level that the cards are of, as the dropdown has it. */
export function takeBackLevel(el: HTMLElement, shown: string): void {
  const [select] = dropdownsOf(panelAround(el), ['Load level']);
  if (!select || !shown || select.value === shown) {
    return;
  }
  const detail: IUndeliveredDetail = { operation: '', load_level: select.value };
  select.value = shown;
  const init = { bubbles: true, composed: true, detail };
  el.dispatchEvent(new CustomEvent(UNDELIVERED_EVENT, init));
}
