/** The card's end of the contract: what inserting.js sends is what protocol.json says. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import protocol from '../protocol.json' with { type: 'json' };
import { isAskDetail, isChooseDetail, isDragDetail, isInsertDetail } from '../src/protocol.js';

type Detail = Record<string, unknown>;

interface ICard {
  EVENTS: Record<string, string>;
  PLACES: Record<string, string>;
  ask: (model: object, el: object) => object;
  cellOf: (model: object) => object;
  choose: (el: object, position: string) => void;
  drag: (model: object, el: object, event: object) => void;
  insert: (model: object, el: object, code: null, memory: object, cell: object) => Promise<string>;
}

const SCRIPT = new URL('../../../widget/components/card/inserting.js', import.meta.url);
const NAMES = ['EVENTS', 'PLACES', 'ask', 'cellOf', 'choose', 'drag', 'insert'];
const card = new Function(`${readFileSync(SCRIPT, 'utf8')}; return { ${NAMES.join(', ')} };`)() as ICard;

const { details } = protocol;
const TRAITS: Detail = {
  ...details.insert,
  cell_source: details.ask.source,
  call_source: details.ask.call_source,
  title: 'Python · sync',
  sdk: 'acme 1.0'
};
const model = { get: (name: string) => TRAITS[name] };

/** An element of a page whose extension gives these answers. */
function page(answers: Record<string, object>): { sent: Record<string, Detail>; el: object } {
  const sent: Record<string, Detail> = {};
  const dispatchEvent = (event: CustomEvent<Detail>): boolean => {
    sent[event.type] = { ...event.detail };
    event.detail['result'] = answers[event.type];
    return !(event.bubbles && event.cancelable && event.composed && event.type in answers);
  };
  return { sent, el: { dispatchEvent } };
}

test('names and places are those of the contract', () => {
  const { insert, ask, choose, drag, changed } = protocol;
  assert.deepEqual(card.EVENTS, { insert, ask, choose, drag, changed });
  assert.deepEqual(Object.keys(card.PLACES), protocol.positions);
});

test('the card sends what the contract says', async () => {
  const { sent, el } = page({
    [protocol.ask]: { position: 'below' },
    [protocol.insert]: { index: 4 },
    [protocol.choose]: {},
    [protocol.drag]: {}
  });
  const cell = { ...card.cellOf(model), source: details.insert.source };
  assert.equal(await card.insert(model, el, null, { position: 'below' }, cell), 'Inserted as cell 5.');
  card.ask(model, el);
  card.choose(el, 'above');
  card.drag(model, el, { clientX: 10, clientY: 20, preventDefault: () => undefined });
  assert.deepEqual(sent[protocol.insert], details.insert);
  assert.deepEqual(sent[protocol.ask], details.ask);
  assert.deepEqual(sent[protocol.choose], details.choose);
  assert.deepEqual(sent[protocol.drag], { ...details.drag, source: details.ask.source });
});

test('the extension takes what the contract says', () => {
  assert.ok(isInsertDetail(details.insert));
  assert.ok(isAskDetail(details.ask));
  assert.ok(isChooseDetail(details.choose));
  assert.ok(isDragDetail(details.drag));
  assert.ok(!isInsertDetail({ ...details.insert, position: 'sideways' }));
  assert.ok(!isInsertDetail(null));
});

test('the card says why a notebook takes nothing', async () => {
  const refused = { reason: 'read-only', message: 'This notebook is read-only.' };
  const { el } = page({ [protocol.ask]: { position: 'below' }, [protocol.insert]: refused });
  const said = await card.insert(model, el, null, { position: 'below' }, card.cellOf(model));
  assert.equal(said, 'This notebook is read-only.');
});

test('without an extension a card offers only what it can do', () => {
  const { el } = page({});
  const { places } = card.ask(model, el) as { places: string[] };
  assert.deepEqual(places, ['below', 'above']);
});
