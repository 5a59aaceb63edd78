import type { RefundStatus } from '../domain/order-status.ts';
import { rows, type Db } from './database.ts';

/** One payment on its way back; every call needs the service's client. */
export interface RefundRow {
  reference: string;
  status: RefundStatus;
  asked_at: string;
  note: string;
}

/**
 * Notes that all of a payment is to be given back; whoever gets the row may ask the provider. Amount in minor units.
 * @throws DatabaseError unknown_payment, not_refundable, already_refunded
 */
export async function startRefund(
  service: Db,
  it: { reference: string; amount: number; currency: string; askedBy: string },
): Promise<RefundRow> {
  const started = await service.rpc('start_refund', {
    p_reference: it.reference,
    p_amount_minor: it.amount,
    p_currency: it.currency,
    p_asked_by: it.askedBy,
  });
  return rows(started);
}

/** Moves a refund on, never back. */
export async function noteRefund(
  service: Db,
  reference: string,
  status: RefundStatus,
  note = '',
): Promise<RefundRow> {
  const noted = await service.rpc('note_refund', {
    p_reference: reference,
    p_status: status,
    p_note: note,
  });
  return rows(noted);
}

/** A message of the provider about a refund; amount in minor units. Gives what came of it. */
export async function settleRefund(
  service: Db,
  it: {
    key: string;
    event: string;
    reference: string;
    amount: number;
    status: RefundStatus;
    payload: unknown;
  },
): Promise<string> {
  const settled = await service.rpc('settle_refund', {
    p_event_key: it.key,
    p_event: it.event,
    p_reference: it.reference,
    p_amount_minor: it.amount,
    p_status: it.status,
    p_payload: JSON.parse(JSON.stringify(it.payload ?? {})),
  });
  return rows(settled);
}

export async function listOpenRefunds(service: Db, orderId: string): Promise<RefundRow[]> {
  const open = await service
    .from('refunds')
    .select('reference, status, asked_at, note')
    .eq('order_id', orderId)
    .in('status', ['requested', 'pending', 'processing']);
  return rows(open);
}

/** Refunds that nobody has heard of for some time; the age as Postgres writes intervals. */
export async function listQuietRefunds(service: Db, olderThan: string): Promise<RefundRow[]> {
  return rows(await service.rpc('quiet_refunds', { p_older_than: olderThan }));
}
