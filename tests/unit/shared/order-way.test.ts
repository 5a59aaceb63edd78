import { expect, test } from 'vitest';
import { wayOf, type WayOrder } from '../../../src/order/order-way.ts';

const [first, second, third] = ['2026-01-01', '2026-01-02', '2026-01-03'] as const;
const paid: WayOrder = {
  ...{
    status: 'Paid',
    fulfilment: 'to_send',
    createdAt: first,
    paidAt: first,
    dueAt: null,
    parcels: [],
  },
};
const parcel = { createdAt: second, sentAt: third, deliveredAt: null };

/** The names of what was done, then after a bar what comes. */
function said(order: WayOrder): string {
  const way = wayOf(order);
  const names = (done: boolean) => way.filter((it) => it.done === done).map((it) => it.name);
  return [names(true), names(false)].map((it) => it.join(' ')).join(' | ');
}

test.each<[string, Partial<WayOrder>]>([
  ['Placed | Paid Packed Sent Delivered', { status: 'Pending', paidAt: null }],
  ['Placed Paid | Packed Sent Delivered', {}],
  ['Placed Paid Packed | Sent Delivered', { fulfilment: 'packed' }],
  ['Placed Paid Packed Sent | Delivered', { fulfilment: 'sent' }],
  ['Placed Paid Packed Sent Delivered | ', { fulfilment: 'delivered' }],
  ['Placed Paid Nothing to send | ', { fulfilment: 'cancelled' }],
  ['Placed Paid Refunded | ', { status: 'Refunded' }],
  ['Placed Cancelled | ', { status: 'Cancelled', fulfilment: 'cancelled' }],
  ['Placed | Packed Sent Delivered Paid', { status: 'OnTerms', paidAt: null, dueAt: third }],
  ['Placed Packed Sent | Delivered Paid', { status: 'OnTerms', fulfilment: 'sent', dueAt: third }],
  ['Placed Packed Sent Paid | Delivered', { fulfilment: 'sent', dueAt: third }],
  ['Placed Payment under review | ', { status: 'Held' }],
])('the way of an order: %s', (way, order) => {
  expect(said({ ...paid, ...order })).toBe(way);
});

test('a step has the time of the newest parcel, once all are so far', () => {
  const parcels = [parcel, { ...parcel, createdAt: first, sentAt: null }];
  const times = (order: Partial<WayOrder>) =>
    wayOf({ ...paid, parcels, ...order }).map((it) => it.at);
  expect(times({ fulfilment: 'packed' })).toEqual([first, first, second, null, null]);
  expect(times({ fulfilment: 'sent' })).toEqual([first, first, second, third, null]);
  const arrived = [{ ...parcel, deliveredAt: third }];
  expect(times({ fulfilment: 'delivered', parcels: arrived }).at(-1)).toBe(third);
});
