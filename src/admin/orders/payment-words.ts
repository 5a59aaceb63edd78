import type { AdminOrder, PaymentAttempt, Refund } from '#shared/schemas/admin-orders.ts';

const attempts: Readonly<Record<string, string>> = {
  started: 'Begun, the card page was not reached',
  not_initialised: 'Begun, but the provider could not be reached',
  authorized: 'Card page opened',
  abandoned: 'Card page left',
  failed: 'Card declined',
  reversed: 'Taken back by the provider',
  paid: 'Paid',
  held: 'Paid, but another amount or currency',
  duplicate: 'Paid a second time: give it back',
};

/** How a try to pay stands, for people. */
export function attemptWords({
  status,
  amount,
}: Pick<PaymentAttempt, 'status' | 'amount'>): string {
  if (amount === 0) return 'Nothing to pay';
  return attempts[status] ?? `At the provider: ${status}`;
}

const refunds: Readonly<Record<Refund['status'], string>> = {
  requested: 'Refund asked for, not confirmed yet',
  pending: 'Refund on its way',
  processing: 'Refund on its way',
  processed: 'Given back',
  failed: 'Refund refused',
};

export function refundWords({ status, note }: Pick<Refund, 'status' | 'note'>): string {
  return status === 'failed' && note ? `${refunds.failed}: ${note}` : refunds[status];
}

/** The one thing to know about the payment of an order; empty where its status says it all. */
export function paymentNote({ status, attempts: tries }: AdminOrder): string {
  const open = tries.find((it) => it.refund && it.refund.status !== 'processed')?.refund;
  if (open) return refundWords(open);
  const twice = tries.find((it) => it.status === 'duplicate' && !it.refund);
  if (twice) return attemptWords(twice);
  if (status === 'Held') return 'Another amount or currency';
  if (status !== 'Pending') return '';
  return tries[0] ? attemptWords(tries[0]) : 'Card page never opened';
}

const events: Readonly<Record<string, string>> = {
  'charge.success': 'The provider reported the payment',
  verify: 'Asked the provider: it was paid',
  'refund.pending': 'The provider took up the refund',
  'refund.processing': 'The provider is giving the money back',
  'refund.processed': 'The provider gave the money back',
  'refund.failed': 'The provider could not give the money back',
};

/** A message of the provider, for people. */
export function eventWords(event: string): string {
  return events[event] ?? event;
}
