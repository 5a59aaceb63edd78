import type { OrderDetails } from '#shared/schemas/admin-orders.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import { changesOf, roleNames } from '../audit/audit-words.ts';
import { eventWords } from './payment-words.ts';

/** Something that happened to an order. */
export interface Happening {
  /** ISO time. */
  readonly at: string;
  readonly what: string;
  /** Who did it, where the audit trail knows. */
  readonly by?: string;
}

/** Told from the payments already, in better words. */
const toldElsewhere = ['Paid at', 'Payment reference'];

function wordsOf(entry: AuditEntry): string {
  if (entry.action === 'delete') return 'The order was deleted';
  return changesOf(entry)
    .filter(({ field }) => !toldElsewhere.includes(field))
    .map(({ field, before, after }) =>
      field === 'Status' ? `The order became ${after}` : `${field}: ${before} → ${after}`,
    )
    .join('; ');
}

/** The oldest entry that added the row is the order itself; a later one brought it back from the trash. */
function changeHappenings(changes: readonly AuditEntry[]): Happening[] {
  const first = changes.findLast((it) => it.action === 'insert');
  return changes
    .filter((entry) => entry !== first)
    .map((entry) => ({
      at: entry.at,
      what: entry.action === 'insert' ? 'The order was brought back' : wordsOf(entry),
      by: entry.role === 'service' ? roleNames.service : `${entry.actor}, ${roleNames[entry.role]}`,
    }))
    .filter(({ what }) => what !== '');
}

/** What happened to an order, newest first. */
export function orderHistory({ order, events, changes }: OrderDetails): Happening[] {
  const told = changeHappenings(changes);
  const becamePaid = 'The order became Paid';
  const happenings: Happening[] = [
    { at: order.createdAt, what: 'The order was placed' },
    ...order.attempts.map(({ createdAt, amount }) => ({
      at: createdAt,
      what: amount === 0 ? 'Nothing was to be paid' : 'A payment was begun',
    })),
    ...events.map((it) => ({ at: it.createdAt, what: eventWords(it.event) })),
    ...told,
    ...order.attempts.flatMap(({ refund }) =>
      refund ? [{ at: refund.askedAt, what: 'A refund was asked for' }] : [],
    ),
  ];
  if (order.paidAt && !told.some((it) => it.what === becamePaid)) {
    happenings.push({ at: order.paidAt, what: becamePaid });
  }
  // What happened in one moment stands as it followed: placed, begun, reported, paid.
  return happenings.reverse().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
