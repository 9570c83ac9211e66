/** A message to the user, with what can be done about it. */

import { Widget } from '@lumino/widgets';

export interface IRemedy {
  label: string;
  run: () => void;
}

export class Notice extends Widget {
  constructor() {
    super();
    this.addClass('snippet-widget-Notice');
    this.node.setAttribute('role', 'status');
    this.clear();
  }

  say(text: string, remedies: readonly IRemedy[] = []): void {
    const message = document.createElement('p');
    message.textContent = text;
    this.node.replaceChildren(message, ...remedies.map(button));
    this.show();
  }

  clear(): void {
    this.node.replaceChildren();
    this.hide();
  }
}

function button({ label, run }: IRemedy): HTMLButtonElement {
  const node = document.createElement('button');
  node.type = 'button';
  node.className = 'jp-mod-styled';
  node.textContent = label;
  node.addEventListener('click', run);
  return node;
}
