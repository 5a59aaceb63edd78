import sql from 'sql-template-tag';
import type { Transaction } from '../paystack/client.ts';
import type { Figures } from '../schemas/figures.ts';
import type { Db } from './database.ts';
import { JsonValue } from './json-value.ts';
import type { AttemptRow, Settlement } from './rows.ts';

/** Row-level security keeps customers away from these tables: every call needs the service role. */
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

/** Throws DatabaseError 23505 when somebody else has just started it under the same reference. */
export async function startAttempt(
  service: Db,
  orderId: string,
  reference: string,
): Promise<Attempt> {
  const given = { p_order_id: orderId, p_reference: reference };
  return toAttempt(await service.call('start_payment_attempt', given));
}

export async function saveAuthorization(service: Db, reference: string, url: string) {
  await service.call('save_authorization', { p_reference: reference, p_url: url });
}

export async function failAttempt(service: Db, reference: string, status: string) {
  await service.call('fail_payment_attempt', { p_reference: reference, p_status: status });
}

/** Exactly once, however often and from wherever it is called: the database decides. */
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

/** How many are taken at once, and how many in one run: a run that is cut off leaves few that nobody asked about. */
const quiet = { atOnce: 20, most: 200 } as const;

/**
 * References of payments that nobody has heard of for some time, to ask the provider about; the age as Postgres writes
 * intervals. Each is given again only after a while.
 */
export async function* takeQuietPayments(service: Db, olderThan: string): AsyncGenerator<string> {
  for (let taken = 0; taken < quiet.most; taken += quiet.atOnce) {
    const given = { p_older_than: olderThan, p_limit: quiet.atOnce };
    const some = await service.list('take_quiet_orders', given);
    for (const { reference } of some) yield reference;
    if (some.length < quiet.atOnce) return;
  }
}

/** Counts for the operator's instruments. */
export function paymentFigures(service: Db): Promise<Figures> {
  return service.call('payment_figures');
}
