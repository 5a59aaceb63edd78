import type { LinkedOrder } from '#shared/schemas/orders.ts';

export type WayOrder = Pick<
  LinkedOrder,
  'status' | 'fulfilment' | 'createdAt' | 'paidAt' | 'dueAt'
> & {
  readonly parcels: readonly Pick<
    LinkedOrder['parcels'][number],
    'createdAt' | 'sentAt' | 'deliveredAt'
  >[];
};

export interface Step {
  readonly name: string;
  readonly done: boolean;
  /** When it was done, if known. */
  readonly at: string | null;
}

const newest = (times: readonly (string | null)[]): string | null =>
  times
    .filter((it) => it !== null)
    .toSorted()
    .at(-1) ?? null;

/** The past and upcoming steps of an order, in sequence. */
export function wayOf({ status, fulfilment, createdAt, paidAt, dueAt, parcels }: WayOrder): Step[] {
  const placed = { name: 'Placed', done: true, at: createdAt };
  if (status === 'Cancelled') return [placed, { name: 'Cancelled', done: true, at: null }];
  if (status === 'Held') return [placed, { name: 'Payment under review', done: true, at: null }];
  const paid = { name: 'Paid', done: status !== 'Pending' && status !== 'OnTerms', at: paidAt };
  if (status === 'Refunded') return [placed, paid, { name: 'Refunded', done: true, at: null }];
  if (fulfilment === 'cancelled') {
    return [placed, paid, { name: 'Nothing to send', done: true, at: null }];
  }
  const reached = ['packed', 'sent', 'delivered'].indexOf(fulfilment);
  const times = [
    newest(parcels.map((it) => it.createdAt)),
    newest(parcels.map((it) => it.sentAt)),
    newest(parcels.map((it) => it.deliveredAt)),
  ];
  const sending = ['Packed', 'Sent', 'Delivered'].map((name, i) => {
    const done = reached >= i;
    return { name, done, at: done ? (times[i] ?? null) : null };
  });
  // Orders on terms are sent before they are paid.
  return dueAt === null ? [placed, paid, ...sending] : [placed, ...sending, paid];
}
