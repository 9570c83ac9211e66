/** The card's end of the contract: what inserting.ts sends is what protocol.json says. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TranslationBundle } from '@jupyterlab/translation';

import protocol from '../protocol.json' with { type: 'json' };
import { POSITION_LABELS, ask, choose, drag, insert } from '../src/components/card/inserting.js';
import { type CardModel, callOf, cellOf, shownOf } from '../src/components/card/traits.js';
import { refusal } from '../src/extension/refusals.js';
import {
  type Reason,
  isAskDetail,
  isChooseDetail,
  isDragDetail,
  isInsertDetail,
  isLeaveDetail,
  isReadyDetail
} from '../src/protocol.js';

type Detail = Record<string, unknown>;

const { details } = protocol;
const TRAITS: Detail = {
  ...details.insert,
  ...details.ask,
  cell_source: details.insert.source,
  call_source: 'client.ping()',
  call_metadata: { snippet_widget: { load_level: 'endpoint' } },
  call_places: [],
  title: 'Python · sync',
  sdk: 'acme 1.0'
};
const model = { get: (name: string) => TRAITS[name] } as unknown as CardModel;
const shown = shownOf(model);

/** An element of a page whose extension gives these answers. */
function page(answers: Record<string, object>): {
  sent: Record<string, Detail>;
  el: HTMLElement;
} {
  const sent: Record<string, Detail> = {};
  const dispatchEvent = (event: CustomEvent<Detail>): boolean => {
    sent[event.type] = { ...event.detail };
    event.detail['result'] = answers[event.type];
    return !(event.bubbles && event.cancelable && event.composed && event.type in answers);
  };
  return { sent, el: { dispatchEvent } as unknown as HTMLElement };
}

const NO_CODE = null as unknown as HTMLElement;

test('positions are those of the contract', () => {
  assert.deepEqual(Object.keys(POSITION_LABELS), protocol.positions);
});

test('the card sends what the contract says', async () => {
  const { sent, el } = page({
    [protocol.ask]: { position: 'below' },
    [protocol.insert]: { index: 4, position: 'below' },
    [protocol.choose]: {},
    [protocol.drag]: {}
  });
  const said = await insert(model, el, NO_CODE, { position: 'below' }, cellOf(shown));
  assert.equal(said, 'Inserted as cell 5.');
  ask(shown, el);
  choose(el, 'above');
  const event = { clientX: 10, clientY: 20, preventDefault: () => undefined };
  drag(shown, el, event as unknown as DragEvent);
  assert.deepEqual(sent[protocol.insert], details.insert);
  assert.deepEqual(sent[protocol.ask], details.ask);
  assert.deepEqual(sent[protocol.choose], details.choose);
  assert.deepEqual(sent[protocol.drag], details.drag);
});

test('the card says why a snippet is below the cell that it was for', async () => {
  const reasons = {
    'own-cell': "the panel's own cell cannot be replaced.",
    'other-language': 'the cell you were in holds code of another language.'
  };
  for (const [because, reason] of Object.entries(reasons)) {
    const { el } = page({ [protocol.insert]: { index: 4, position: 'below', because } });
    const said = await insert(model, el, NO_CODE, { position: 'cursor' }, cellOf(shown));
    assert.equal(said, `Inserted below instead, as cell 5: ${reason}`);
  }
});

test('the call alone binds nothing for calls that follow', () => {
  assert.deepEqual(callOf(shown), {
    source: 'client.ping()',
    cell_type: 'code',
    metadata: { snippet_widget: { load_level: 'endpoint' } },
    places: []
  });
});

test('the card says how many places there are to fill in', async () => {
  const insertInto = async (places: number): Promise<string> => {
    const { el } = page({ [protocol.insert]: { index: 4, position: 'below', places } });
    return insert(model, el, NO_CODE, { position: 'below' }, cellOf(shown));
  };
  assert.match(await insertInto(1), /cell 5\. 1 place to fill in: Tab goes to it\.$/);
  assert.match(await insertInto(3), /3 places to fill in: Tab goes from one to the next\.$/);
});

test('the card says how many hidden characters turn the direction of what was inserted', async () => {
  const insertSource = async (source: string): Promise<string> => {
    const { el } = page({ [protocol.insert]: { index: 4, position: 'below' } });
    return insert(model, el, NO_CODE, { position: 'below' }, { ...cellOf(shown), source });
  };
  const one = 'it holds 1 hidden character that turns the direction of text';
  assert.ok((await insertSource('a = "\u202E"')).startsWith(`Inserted as cell 5. Careful: ${one}`));
  assert.match(await insertSource('a = "\u2066x\u2069\u200F"'), /3 hidden characters that turn/);
  assert.equal(await insertSource('a = "שלום"'), 'Inserted as cell 5.');
});

test('the extension takes what the contract says', () => {
  assert.ok(isInsertDetail(details.insert));
  assert.ok(isAskDetail(details.ask));
  assert.ok(isChooseDetail(details.choose));
  assert.ok(isDragDetail(details.drag));
  assert.ok(isLeaveDetail(details.leave));
  assert.ok(isReadyDetail(details.ready));
  assert.ok(!isInsertDetail(null));
  assert.ok(!isAskDetail({ missing: [1] }));
  assert.ok(!isLeaveDetail([]));
  assert.ok(!isLeaveDetail({ result: { left: true } }));
});

test('the extension takes nothing that would spoil a notebook', () => {
  const wrong: Record<string, unknown> = {
    source: 1,
    cell_type: 'raw',
    metadata: ['org'],
    setup: 'client: acme.Acme()',
    places: [[0, 'x']],
    group: 1
  };
  for (const [name, value] of Object.entries(wrong)) {
    assert.ok(!isInsertDetail({ ...details.insert, [name]: value }), `insert ${name}`);
    assert.ok(!isDragDetail({ ...details.drag, [name]: value }), `drag ${name}`);
  }
  assert.ok(!isInsertDetail({ ...details.insert, position: 'sideways' }));
  assert.ok(!isDragDetail({ ...details.drag, client_x: '10' }));
  assert.ok(!isDragDetail({ ...details.drag, label: undefined }));
});

test('the card says why a notebook takes nothing', async () => {
  const trans = { __: (text: string) => text } as TranslationBundle;
  for (const reason of protocol.reasons as Reason[]) {
    const refused = refusal(reason, trans);
    assert.match(refused.message, /\.$/, reason);
    const { el } = page({ [protocol.ask]: { position: 'below' }, [protocol.insert]: refused });
    const said = await insert(model, el, NO_CODE, { position: 'below' }, cellOf(shown));
    assert.equal(said, refused.message);
  }
});

test('without an extension a card offers only what it can do', () => {
  const { el } = page({});
  assert.deepEqual(ask(shown, el).availablePositions, ['below', 'above']);
});
