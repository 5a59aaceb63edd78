import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { Dispute, OrderDetails, PaymentEvent } from '#shared/schemas/admin-orders.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import { actorOf, changesOf, type Change } from '../audit/audit-labels.ts';
import { disputeText } from './disputes.ts';
import { eventLabel } from './payment-labels.ts';

/** An event in the history of an order. */
export interface HistoryEntry {
  /** ISO time. */
  readonly at: string;
  readonly what: string;
  /** Who did it, where the audit trail knows. */
  readonly by?: string;
}

/** Already shown with the payments. */
const shownElsewhere = ['Paid at', 'Payment reference', 'Refunded', 'From cart', 'Due at'];

const deliveries: Readonly<Record<string, string>> = {
  [fulfilmentLabels.to_send]: 'The order has items to pack again',
  [fulfilmentLabels.packed]: 'The order was packed',
  [fulfilmentLabels.sent]: 'The order was sent',
  [fulfilmentLabels.delivered]: 'The order was delivered',
  [fulfilmentLabels.cancelled]: 'There is nothing to send',
};

function labelOfChange({ field, before, after }: Change): string {
  if (field === 'Status') return `The order became ${after}`;
  if (field === 'Fulfilment') return deliveries[after] ?? after;
  if (field === 'Handed to') return `Handed to ${after === '–' ? 'nobody' : after}`;
  if (field === 'By office') return 'It was placed in the back office';
  if (field === 'User') {
    return after === '–'
      ? 'The customer’s account was deleted'
      : 'The customer’s account was linked';
  }
  return `${field}: ${before} → ${after}`;
}

function labelOf(entry: AuditEntry): string {
  if (entry.action === 'delete') return 'The order was deleted';
  return changesOf(entry)
    .filter(({ field }) => !shownElsewhere.includes(field))
    .map(labelOfChange)
    .join('; ');
}

/** The oldest insert is the order itself; a later one restored it from the trash. */
function changesIn(changes: readonly AuditEntry[]): HistoryEntry[] {
  const first = changes.findLast((it) => it.action === 'insert');
  return changes
    .filter((entry) => entry !== first)
    .map((entry) => ({
      at: entry.at,
      what: entry.action === 'insert' ? 'The order was restored' : labelOf(entry),
      by: actorOf(entry).join(', '),
    }))
    .filter(({ what }) => what !== '');
}

function disputeEntries(dispute: Dispute): HistoryEntry[] {
  const { createdAt, closedAt, status } = dispute;
  const begun = { at: createdAt, what: `The payment was disputed: ${disputeText(dispute)}` };
  return closedAt ? [begun, { at: closedAt, what: `The dispute was ${status}` }] : [begun];
}

/** What the office recorded; each part of a payment is an event. */
const amountOf = ({ event, amount }: PaymentEvent, currency: string): string =>
  amount !== null && ['office', 'bank'].includes(event) ? formatPrice(amount, currency) : '';

/** The history of an order, newest first. */
export function orderHistory({
  order,
  events,
  changes,
}: Pick<OrderDetails, 'order' | 'events' | 'changes'>): HistoryEntry[] {
  const recorded = changesIn(changes);
  const becamePaid = 'The order became Paid';
  const entries: HistoryEntry[] = [
    { at: order.createdAt, what: 'The order was placed' },
    ...order.attempts.map(({ createdAt, amount }) => ({
      at: createdAt,
      what: amount === 0 ? 'No payment was due' : 'A payment was started',
    })),
    ...events
      .filter((it) => !it.event.includes('dispute'))
      .map((it) => ({
        at: it.createdAt,
        what: [eventLabel(it.event), amountOf(it, order.currency)].filter(Boolean).join(': '),
      })),
    ...order.disputes.flatMap(disputeEntries),
    ...recorded,
    ...order.attempts.flatMap(({ refunds }) =>
      refunds.map((it) => ({
        at: it.askedAt,
        what: `${it.byCustomer ? 'The customer cancelled the order' : 'A refund was requested'}: ${formatPrice(it.amount, it.currency)}`,
      })),
    ),
  ];
  for (const { status, requestedAt, answeredAt, receivedAt, refundedAt } of order.returns) {
    const steps = [
      [requestedAt, 'requested'],
      [answeredAt, status === 'refused' ? 'refused' : 'approved'],
      [receivedAt, 'received'],
      [refundedAt, 'refunded'],
    ] as const;
    for (const [at, what] of steps) if (at) entries.push({ at, what: `A return was ${what}` });
  }
  if (order.paidAt && !recorded.some((it) => it.what === becamePaid)) {
    entries.push({ at: order.paidAt, what: becamePaid });
  }
  // Entries of the same time keep their order: placed, started, reported, paid.
  return entries.reverse().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
