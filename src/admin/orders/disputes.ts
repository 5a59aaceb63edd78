import { formatPrice } from '#shared/domain/money.ts';
import type { AdminOrder, Dispute } from '#shared/schemas/admin-orders.ts';
import { formatDateAndTime } from '../../ui/format.ts';

/** The disputes for which nothing of an order is sent: those that are open or lost. */
export const stoppingDisputes = ({ disputes }: Pick<AdminOrder, 'disputes'>): Dispute[] =>
  disputes.filter((it) => it.status !== 'won');

/** `product_not_received` → `product not received` */
const reasonOf = ({ reason }: Dispute): string => reason.replaceAll('_', ' ');

/** What is disputed and why. */
export const disputeText = (dispute: Dispute): string =>
  [formatPrice(dispute.amount, dispute.currency), reasonOf(dispute)].filter(Boolean).join(', ');

/** What the office has to do, and what it must not do. */
export function disputeAdvice({ status, provider, respondBy }: Dispute): string {
  if (status === 'lost') {
    return 'The customer has the money back: refund nothing of it. Nothing more of the order is sent.';
  }
  const until = respondBy ? ` by ${formatDateAndTime(respondBy)}` : '';
  return `Answer at ${provider}${until}. Nothing is sent until you have won.`;
}

/** The same in a few words, for a row of the list; else empty. */
export function disputeNote(order: Pick<AdminOrder, 'disputes'>): string {
  const [first] = stoppingDisputes(order);
  if (!first) return '';
  return first.status === 'open' ? 'Disputed: to answer' : 'Dispute lost';
}
