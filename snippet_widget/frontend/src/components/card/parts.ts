/** The elements of a card. */

import { INSERT_BUTTON_NAME } from '../../protocol.js';
import { element } from '../dom.js';
import { POSITION_LABELS } from './inserting.js';
import { ParameterBlock } from './parameters.js';

const ICONS = {
  insert: 'M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6v2z',
  copy:
    'M16 1H4c-1.1 0-2 .9-2 2v14h2V3h12V1zm3 4H8c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h11c1.1 0 2-.9 ' +
    '2-2V7c0-1.1-.9-2-2-2zm0 16H8V7h11v14z'
};

function actionButton(label: string, icon: keyof typeof ICONS): HTMLButtonElement {
  const button = element('button', 'sw-action', { type: 'button' });
  // The icon is ours: no foreign text is in it.
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  button.append(element('span', 'sw-action-label', { textContent: label }));
  return button;
}

function whereMenu(): HTMLSelectElement {
  const menu = element('select', 'sw-where', { ariaLabel: 'Where to put the snippet' });
  menu.append(
    ...Object.entries(POSITION_LABELS).map(([value, textContent]) =>
      element('option', '', { value, textContent })
    )
  );
  return menu;
}

/** Notes that are folded until somebody wants to read them. */
export class NoteBlock {
  readonly node: HTMLDetailsElement;
  private readonly _summary = element('summary');
  private readonly _list = element('ul');
  private _shown = '';

  constructor(className: string) {
    this.node = element('details', `sw-note ${className}`, { hidden: true });
    this.node.append(this._summary, this._list);
  }

  show(lines: readonly string[], caption: string): void {
    const text = JSON.stringify([lines, caption]);
    if (text === this._shown) {
      return;
    }
    this._shown = text;
    this.node.hidden = !lines.length;
    this._summary.textContent = caption;
    this._list.replaceChildren(...lines.map(line => element('li', '', { textContent: line })));
  }
}

export class CardParts {
  readonly card = element('section', 'sw-card');
  readonly heading = element('div', 'sw-heading', {
    draggable: true,
    title: 'Drag into a notebook'
  });
  readonly title = element('span', 'sw-title');
  readonly sdk = element('span', 'sw-sdk');
  readonly packageName = element('span', 'sw-package');
  readonly version = element('span', 'sw-version');
  readonly insert = actionButton('Insert', 'insert');
  /** Where Insert puts the snippet, beside its label. */
  readonly position = element('span', 'sw-action-position', { hidden: true });
  readonly where = whereMenu();
  /** What came of a click: said below the buttons, over what is there, so that nothing moves. */
  readonly message = element('div', 'sw-message');
  readonly copy = actionButton('Copy', 'copy');
  readonly body = element('div', 'sw-body');
  readonly fold = element('button', 'sw-fold', { type: 'button', hidden: true });
  readonly example = element('select', 'sw-example', { hidden: true, ariaLabel: 'Example' });
  readonly warnings = new NoteBlock('sw-warnings');
  readonly frame = element('pre', 'sw-frame', { tabIndex: 0 });
  readonly code = element('code', 'sw-code');
  readonly forms = element('div', 'sw-options sw-forms', { hidden: true });
  readonly required = element('button', 'sw-toggle', {
    type: 'button',
    hidden: true,
    textContent: 'Required only',
    title: 'Without the optional arguments'
  });
  readonly parameters = new ParameterBlock();
  readonly published = element('button', 'sw-toggle', {
    type: 'button',
    hidden: true
  });
  readonly call = element('button', 'sw-toggle', {
    type: 'button',
    hidden: true,
    textContent: 'Add call only',
    title: 'This notebook has what it needs already: the imports and the client'
  });
  readonly repairs = new NoteBlock('sw-repairs');
  /** What the call needs, where it is all that the card has. */
  readonly needs = element('div', 'sw-needs', { hidden: true });
  readonly verified = element('div', 'sw-verified', { hidden: true });
  readonly compatibility = element('div', 'sw-compatibility', { hidden: true });
  readonly compatibilityNote = element('span');
  readonly install = element('button', 'sw-install', {
    type: 'button',
    textContent: 'Add %pip cell'
  });
  /** How much of the code is not shown. */
  readonly rest = element('div', 'sw-rest', { hidden: true });

  constructor() {
    this.insert.dataset['snippetWidget'] = INSERT_BUTTON_NAME; // how the extension finds it
    for (const control of [this.example, this.published, this.required]) {
      control.dataset['needsKernel'] = ''; // it makes the code of another form
    }
    this.message.setAttribute('aria-live', 'polite');
    this.frame.setAttribute('role', 'group');
    this.frame.setAttribute('aria-label', 'Code');
    this.frame.append(this.code);
    this.forms.append(this.example, this.published, this.call, this.required);
    this.compatibility.append(this.compatibilityNote, this.install);
    this._assembleHeading();
    // Below the code: codes side by side begin in one line, and none of them moves. What the cards
    // of all languages have comes first: it stands in one line, too.
    this.body.append(
      this.frame,
      this.parameters.node,
      this.compatibility,
      this.warnings.node,
      this.verified,
      this.repairs.node,
      this.forms,
      this.needs // both come and go with what the notebook has: below them nothing moves
    );
    this.card.append(this.heading, this.body, this.rest);
  }

  private _assembleHeading(): void {
    const names = element('div', 'sw-names');
    const actions = element('div', 'sw-actions');
    const where = element('span', 'sw-where-frame');
    this.insert.append(this.position);
    this.sdk.append(this.packageName, this.version);
    names.append(this.title, this.sdk);
    where.append(this.where);
    actions.append(this.insert, where, this.copy);
    this.heading.append(this.fold, names, actions, this.message);
  }
}
