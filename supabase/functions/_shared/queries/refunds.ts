import sql from 'sql-template-tag';
import type { RefundStatus } from '../domain/order-status.ts';
import type { Db } from './database.ts';
import { JsonValue } from './json-value.ts';
import type { RefundRow } from './rows.ts';

/** Every function requires the service role. */

/**
 * Records a full refund; only the request that gets the row calls the provider. Amount in minor units.
 * @throws DatabaseError unknown_payment, not_refundable, already_refunded
 */
export function startRefund(
  service: Db,
  it: { reference: string; amount: number; currency: string; askedBy: string },
): Promise<RefundRow> {
  return service.call('start_refund', {
    p_reference: it.reference,
    p_amount_minor: it.amount,
    p_currency: it.currency,
    p_asked_by: it.askedBy,
  });
}

/** Updates the status of a refund, never to an earlier one. */
export function noteRefund(
  service: Db,
  reference: string,
  status: RefundStatus,
  note = '',
): Promise<RefundRow> {
  const args = { p_reference: reference, p_status: status, p_note: note };
  return service.call('update_refund', args);
}

/** Processes a refund event of the provider; amount in minor units. Returns the result. */
export function settleRefund(
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
  return service.call('settle_refund', {
    p_event_key: it.key,
    p_event: it.event,
    p_reference: it.reference,
    p_amount_minor: it.amount,
    p_status: it.status,
    p_payload: new JsonValue(it.payload ?? {}),
  });
}

export function listOpenRefunds(service: Db, orderId: string): Promise<RefundRow[]> {
  return service.query(sql`
    select reference, status, asked_at, note from public.refunds
    where order_id = ${orderId} and status in ('requested', 'pending', 'processing')`);
}

/** Open refunds without news since `olderThan`, a Postgres interval. */
export function listStaleRefunds(service: Db, olderThan: string): Promise<RefundRow[]> {
  return service.list('unconfirmed_refunds', { p_older_than: olderThan });
}
