import { expect, test } from 'vitest';
import { differences, type Json } from '../../../tools/judge/stripe-shapes.ts';

const examples = {
  refund: {
    object: 'refund',
    id: 're_1',
    amount: 1,
    charge: 'ch_1',
    reason: null,
    card: { type: 'x' },
    metadata: {},
  },
  charge: { object: 'charge', id: 'ch_1', tags: [{ name: 'x' }] },
  event: { object: 'event', id: 'evt_1', data: { object: {} } },
};
const refund = { ...examples.refund, id: 're_2', reason: 'duplicate', metadata: { refund: '1' } };

/** What differs in a refund, or in an answer or event with it. */
const found = (
  changes: Record<string, Json | undefined>,
  wrap = (it: Record<string, Json>) => it,
) =>
  differences(
    examples,
    wrap(JSON.parse(JSON.stringify({ ...refund, ...changes })) as typeof refund),
  );

test.each([
  ['nothing', {}, []],
  ['a field that is missing', { amount: undefined }, [['missing', 'refund.amount']]],
  ['a field of its own', { note: 'x' }, [['more', 'refund.note']]],
  ['a field of another type', { amount: '1' }, [['number is string', 'refund.amount']]],
  ['null', { charge: null }, [['empty', 'refund.charge']]],
  [
    'a part',
    { card: { kind: 1 } },
    [
      ['missing', 'refund.card.type'],
      ['more', 'refund.card.kind'],
    ],
  ],
  [
    'an expanded object',
    { charge: { object: 'charge', id: 1, tags: [] } },
    [['string is number', 'charge.id']],
  ],
  [
    'one in a list of parts',
    { charge: { ...examples.charge, tags: [{}] } },
    [['missing', 'charge.tags[].name']],
  ],
])('%s is found', (_what, changes, expected) => {
  expect(found(changes).map(({ rule, where }) => [rule, where])).toEqual(expected);
});

test('objects of lists and events are compared', () => {
  const listed = found({ amount: '1' }, (it) => ({ object: 'list', data: [it, refund] }));
  const told = found({ amount: '1' }, (it) => ({ object: 'event', data: { object: it } }));
  const difference = { rule: 'number is string', where: 'refund.amount' };
  expect(listed).toEqual([difference]);
  expect(told).toEqual([{ rule: 'missing', where: 'event.id' }, difference]);
  expect(() => differences(examples, { object: 'hat' })).toThrow('no example of hat');
});
