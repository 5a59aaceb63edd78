import sql from 'sql-template-tag';
import type { RefundStatus } from '../domain/order-status.ts';
import type { ListedRefund } from '../payments/provider.ts';
import type { Db } from './database.ts';
import { JsonValue } from './json-value.ts';
import type { RefundRow } from './payment-rows.ts';

/** Every function requires the service role. */

/** A refund that is asked for: of an amount in minor units, of lines and shipping, or of all that is left. */
export interface WantedRefund {
  /** A repeated request has the same. */
  id: string;
  reference: string;
  /** Null for who has opened the link of an order. */
  askedBy: string | null;
  amount?: number | undefined;
  lines?: { line: string; quantity: number }[] | undefined;
  shipping?: boolean | undefined;
  /** Pieces of the lines that are in no parcel are not sent. */
  notToSend?: boolean | undefined;
  /** The return that it is for. */
  return?: string | undefined;
  /** All of the order, of which nothing is sent. */
  cancel?: boolean | undefined;
  /** The payment, where the provider has no part in it, since it came by bank transfer or is of nothing: in units of its currency. */
  withoutProvider?: { amount: number; currency: string } | undefined;
}

/**
 * Records a refund; only the request that gets the row calls the provider. `paid` in minor units.
 * @throws DatabaseError unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces, return_moved, sent_already
 */
export function startRefund(
  service: Db,
  it: WantedRefund & { paid: number; currency: string },
): Promise<RefundRow> {
  const all = {
    p_id: it.id,
    p_reference: it.reference,
    p_paid_minor: it.paid,
    p_currency: it.currency,
    p_asked_by: it.askedBy ?? undefined,
  };
  if (it.cancel) return service.call('start_cancellation', all);
  const lines = it.lines?.map(({ line, quantity }) => ({ item: line, quantity }));
  const part = {
    ...all,
    p_amount_minor: it.amount,
    p_lines: lines && new JsonValue(lines),
    p_shipping: it.shipping,
  };
  return it.return === undefined
    ? service.call('start_refund', { ...part, p_not_to_send: it.notToSend })
    : service.call('start_refund_of_return', { ...part, p_return: it.return });
}

/** The refunds of earlier orders that a refund of exchanged pieces began; the provider is to be asked for them. */
export const listCarriedRefunds = (service: Db, cause: string): Promise<RefundRow[]> =>
  service.query(
    sql`select * from public.refunds where caused_by = ${cause} and status = 'requested'`,
  );

/** Updates the status of a refund, never to an earlier one. */
export function noteRefund(
  service: Db,
  id: string,
  it: { status: RefundStatus; note?: string; providerId?: string | undefined },
): Promise<RefundRow> {
  return service.call('update_refund', {
    p_id: id,
    p_status: it.status,
    p_note: it.note,
    p_provider_id: it.providerId,
  });
}

/** Takes over the provider's list of the refunds of a payment; those that it lacks end. `reversed`: all of it is refunded. */
export function settleListedRefunds(
  service: Db,
  reference: string,
  refunds: readonly ListedRefund[],
  reversed: boolean,
): Promise<string[]> {
  const list = refunds.map(({ id, providerId, amount, status }) => ({
    ...{ id, amount, status },
    provider_id: providerId,
  }));
  return service.call('settle_listed_refunds', {
    ...{ p_reference: reference, p_refunds: new JsonValue(list), p_reversed: reversed },
  });
}

/** Processes a refund event of the provider; amount in minor units. Returns the result; `ambiguous`: its list tells. */
export function settleRefund(
  service: Db,
  it: {
    key: string;
    event: string;
    provider: string;
    reference: string;
    amount: number;
    status: RefundStatus;
    payload: unknown;
    /** Of the refund, at the provider. */
    refundReference: string | undefined;
  },
): Promise<string> {
  return service.call('settle_refund', {
    p_event_key: it.key,
    p_event: it.event,
    p_reference: it.reference,
    p_amount_minor: it.amount,
    p_status: it.status,
    p_payload: new JsonValue(it.payload ?? {}),
    p_provider_reference: it.refundReference,
    p_provider: it.provider,
  });
}

/** The references of an order's payments with open refunds. */
export async function listPaymentsToRefund(service: Db, orderId: string): Promise<string[]> {
  const found = await service.query<{ reference: string }>(sql`
    select distinct reference from public.refunds
    where order_id = ${orderId} and status in ('requested', 'pending', 'processing')`);
  return found.map(({ reference }) => reference);
}

/** The references of payments with open refunds without news since `olderThan`, a Postgres interval. */
export async function listStaleRefunds(service: Db, olderThan: string): Promise<Set<string>> {
  const found = await service.list('unconfirmed_refunds', { p_older_than: olderThan });
  return new Set(found.map(({ reference }) => reference));
}
