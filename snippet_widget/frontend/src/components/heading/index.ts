/** The heading of the cards: which endpoint they are of, and what to compare with. */

import type { AnyModel, RenderProps } from '@anywidget/types';

import { COLLECT_EVENT, READY_EVENT, isCollectDetail, isReadyDetail } from '../../protocol.js';
import { panelAround } from '../../paneldom.js';
import { Listeners, element, prepareRoot } from '../dom.js';
import type { IFinderTraits } from '../finder/traits.js';
import { commitDrawing } from '../batcheddrawing.js';
import { HeadingRoom } from './headingroom.js';
import { withoutLinks } from './markdown.js';
import './heading.css';
import { PendingInsert } from './pendinginsert.js';
import { type IRoom, followPointer } from './pointer.js';
import { StableHeights } from './stableheights.js';
import { SummaryLine } from './summaryline.js';
import { takeBackLevel } from './undeliveredlevel.js';
import type { ITraits } from './traits.js';
import { ViewMenu } from './viewmenu.js';
import { StaleCardsNotice } from './stalecards.js';

class HeadingView {
  private readonly _summary: SummaryLine;
  private readonly _menu: ViewMenu;
  private readonly _about = element('div', 'sw-about');
  private readonly _title = element('div', 'sw-endpoint');
  private readonly _staleNotice = element('div', 'sw-waiting');
  private readonly _insertion = element('div', 'sw-waiting');
  private readonly _comparison = element('span', 'sw-compare');
  private readonly _versions = element('select', 'sw-versions', { ariaLabel: 'Compare with' });
  /** Over the list's own text, of which only the end could be cut: a version has to be seen. */
  private readonly _compared = element('span', 'sw-compared');

  constructor(
    private readonly _model: AnyModel<ITraits>,
    private readonly _el: HTMLElement,
    private readonly _listeners: Listeners
  ) {
    this._summary = new SummaryLine(_listeners);
    this._menu = new ViewMenu(_model, _el, _listeners);
    this._assemble();
    this._listen();
    _listeners.draw(_model, ['endpoint'], () => this._drawEndpoint());
    _listeners.draw(_model, ['versions', 'compared'], () => this._drawVersions());
    _listeners.onDisconnect(_model, _el, () => takeBackLevel(_el, _model.get('load_level')));
    void this._followFinder();
    requestAnimationFrame(() => this._connectToPanel()); // until then `_el` is in no page
  }

  private _connectToPanel(): void {
    const { _model: model, _el: el } = this;
    this._listeners.draw(model, ['drawing'], () => commitDrawing(el, model.get('drawing')));
    this._keepHeights();
  }

  private _keepHeights(): void {
    const panel = panelAround(this._el);
    if (!panel) {
      return;
    }
    const rooms: IRoom[] = [new HeadingRoom(this._about, this._title, this._listeners)];
    const cards = panel.querySelector<HTMLElement>('.snippet-widget-cards');
    if (cards) {
      const heights = new StableHeights(cards, this._listeners);
      rooms.push(heights);
      this._listeners.draw(this._model, ['endpoint'], () => heights.settleSoon());
    }
    followPointer(panel, this._el, rooms, this._listeners);
  }

  private _assemble(): void {
    this._title.setAttribute('role', 'heading');
    this._title.setAttribute('aria-level', '3');
    this._staleNotice.setAttribute('aria-live', 'polite');
    this._insertion.setAttribute('aria-live', 'polite');
    this._about.append(this._title, this._staleNotice, this._insertion);
    this._versions.dataset['needsKernel'] = '';
    this._compared.setAttribute('aria-hidden', 'true');
    this._comparison.append(this._versions, this._compared);
    const tools = element('div', 'sw-tools');
    tools.append(this._comparison, this._menu.node);
    this._el.append(this._about, tools);
  }

  private _listen(): void {
    this._listeners.on(this._versions, 'change', () => {
      this._model.set('compared', Number(this._versions.value));
      this._model.save_changes();
    });
    this._listeners.onEvent(this._el, COLLECT_EVENT, event => {
      const { detail } = event as CustomEvent<unknown>;
      const { key, method, path } = this._model.get('endpoint');
      if (isCollectDetail(detail) && key >= 0) {
        detail.operation = `${method} ${path}`;
      }
    });
  }

  /** The row that is highlighted may be of another endpoint than the cards: say so. */
  private async _followFinder(): Promise<void> {
    const id = this._model.get('finder').replace('IPY_MODEL_', '');
    const finder = await this._model.widget_manager.get_model<IFinderTraits>(id);
    const notice = new StaleCardsNotice(this._model, finder, this._el, this._staleNotice);
    this._listeners.draw(finder, ['chosen', 'rows'], () => notice.update());
    this._listeners.draw(this._model, ['endpoint', 'asked'], () => notice.update());
    this._listeners.onDisconnect(this._model, this._el, () => notice.update());
    this._listeners.onEnd(() => notice.end());
    this._followKey(new PendingInsert(this._model, finder, this._el, this._insertion), finder);
  }

  private _followKey(pending: PendingInsert, finder: AnyModel<IFinderTraits>): void {
    this._listeners.onEvent(this._el, READY_EVENT, event => {
      const { detail } = event as CustomEvent<unknown>;
      if (isReadyDetail(detail)) {
        pending.answer(detail);
      }
    });
    this._listeners.draw(finder, ['chosen', 'found', 'rows'], () => pending.update());
    this._listeners.draw(this._model, ['endpoint'], () => pending.update());
    this._listeners.onDisconnect(this._model, this._el, () => pending.update());
    this._listeners.onEnd(() => pending.end());
  }

  private _drawEndpoint(): void {
    const { method, path, call, summary: markdown } = this._model.get('endpoint');
    const summary = withoutLinks(markdown);
    this._title.toggleAttribute('data-empty', !method);
    this._title.title = [`${method} ${path}`, call, summary].filter(Boolean).join('\n');
    // Other elements each time: the same ones would be seen to move (layout shift).
    const operation = element('span', 'sw-endpoint-operation');
    operation.append(
      element('span', 'sw-endpoint-method', { textContent: method }),
      ' ',
      breakable('sw-endpoint-path', path)
    );
    this._title.replaceChildren(
      operation,
      ' ',
      breakable('sw-endpoint-call', call),
      ' ',
      this._summary.draw(summary),
      ' '
    );
  }

  private _drawVersions(): void {
    const versions = this._model.get('versions');
    this._comparison.hidden = !versions.length;
    this._versions.replaceChildren(
      element('option', '', { value: '-1', textContent: 'Compare with…' }),
      ...versions.map((label, n) => element('option', '', { value: `${n}`, textContent: label }))
    );
    this._versions.value = String(this._model.get('compared'));
    this._drawCompared(versions[this._model.get('compared')] ?? '');
  }

  private _drawCompared(label: string): void {
    const at = label.lastIndexOf(' ');
    this._versions.title = label;
    this._comparison.toggleAttribute('data-chosen', label !== '');
    this._compared.replaceChildren(
      element('span', 'sw-compared-name', { textContent: label.slice(0, Math.max(0, at)) }),
      element('span', 'sw-compared-version', { textContent: label.slice(at + 1) })
    );
  }
}

/** A path or call that goes on in the next line between its parts, elsewhere only if it must. */
function breakable(className: string, text: string): HTMLElement {
  const node = element('span', className);
  node.append(...text.split(/(?<=[/.])/).flatMap(part => [part, element('wbr')]));
  return node;
}

function render({ model, el }: RenderProps<ITraits>): () => void {
  const listeners = new Listeners();
  prepareRoot(el, 'sw-cards-heading', listeners);
  new HeadingView(model, el, listeners);
  return listeners.end;
}

export default { render };
