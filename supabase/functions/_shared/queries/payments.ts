import sql from 'sql-template-tag';
import type { Transaction } from '../payments/paystack/client.ts';
import type { Figures } from '../schemas/figures.ts';
import type { Db } from './database.ts';
import { JsonValue } from './json-value.ts';
import type { AttemptRow, Settlement } from './rows.ts';

/** These tables are not accessible to customers: every function requires the service role. */
export interface Attempt {
  reference: string;
  orderId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  url: string | null;
  status: string;
  startedAt: number;
}

export function toAttempt(row: AttemptRow): Attempt {
  return {
    reference: row.reference,
    orderId: row.order_id,
    amount: Number(row.amount_minor),
    currency: row.currency,
    url: row.authorization_url,
    status: row.status,
    startedAt: Date.parse(row.created_at),
  };
}

/** All attempts for an order, newest first. */
export async function listAttempts(service: Db, orderId: string): Promise<Attempt[]> {
  const found = await service.query<AttemptRow>(sql`
    select reference, order_id, amount_minor, currency, authorization_url, status, created_at
    from public.payment_attempts where order_id = ${orderId} order by created_at desc`);
  return found.map(toAttempt);
}

/** The order of a payment that was deleted and can be restored, and its customer; null if there is none. */
export async function deletedOrderOf(
  service: Db,
  reference: string,
): Promise<{ id: string; customer: string | null } | null> {
  const [found] = await service.query<{ id: string; customer: string | null }>(sql`
    select record_id as id, contents #>> '{row,user_id}' as customer from public.trash
    where kind = 'orders'
      and contents -> 'attempts' @> jsonb_build_array(jsonb_build_object('reference', ${reference}::text))`);
  return found ?? null;
}

/** @throws DatabaseError 23505 if another request has just started an attempt with this reference */
export async function startAttempt(
  service: Db,
  orderId: string,
  reference: string,
): Promise<Attempt> {
  const args = { p_order_id: orderId, p_reference: reference };
  return toAttempt(await service.call('start_payment_attempt', args));
}

export async function saveAuthorization(service: Db, reference: string, url: string) {
  await service.call('save_authorization', { p_reference: reference, p_url: url });
}

export async function failAttempt(service: Db, reference: string, status: string) {
  await service.call('fail_payment_attempt', { p_reference: reference, p_status: status });
}

/** Settles a payment exactly once, however often it is called. */
export function settlePayment(
  service: Db,
  { key, event, payload, ...it }: Transaction & { key: string; event: string; payload: unknown },
): Promise<Settlement> {
  return service.call('settle_payment', {
    p_event_key: key,
    p_event: event,
    p_reference: it.reference,
    p_amount_minor: it.amount,
    p_currency: it.currency,
    p_payload: new JsonValue(payload ?? {}),
  });
}

/** An interrupted run loses at most one batch, which a later run takes again. */
const batch = { size: 20, maxPerRun: 200 } as const;

/**
 * References of open payments without news since `olderThan` (a Postgres interval), to verify at the provider. Each is
 * returned again only after a while.
 */
export async function* takeStalePayments(service: Db, olderThan: string): AsyncGenerator<string> {
  for (let taken = 0; taken < batch.maxPerRun; taken += batch.size) {
    const args = { p_older_than: olderThan, p_limit: batch.size };
    const stale = await service.list('claim_unconfirmed_payments', args);
    for (const { reference } of stale) yield reference;
    if (stale.length < batch.size) return;
  }
}

/** Counts for the metrics. */
export function paymentFigures(service: Db): Promise<Figures> {
  return service.call('payment_figures');
}
