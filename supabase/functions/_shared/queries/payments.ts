import type { Transaction } from '../paystack/client.ts';
import { figures, type Figures } from '../schemas/figures.ts';
import type { Ask } from './asking.ts';
import { rows, type Db } from './database.ts';

/** Row-level security keeps customers away from these tables: every call needs the service's client. */
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

export interface AttemptRow {
  reference: string;
  order_id: string;
  amount_minor: number;
  currency: string;
  authorization_url: string | null;
  status: string;
  created_at: string;
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
  const found = await service
    .from('payment_attempts')
    .select('*')
    .eq('order_id', orderId)
    .order('created_at', { ascending: false });
  return rows(found).map(toAttempt);
}

/** Throws DatabaseError 23505 when somebody else has just started it under the same reference. */
export async function startAttempt(
  service: Db,
  orderId: string,
  reference: string,
): Promise<Attempt> {
  const started = await service.rpc('start_payment_attempt', {
    p_order_id: orderId,
    p_reference: reference,
  });
  return toAttempt(rows(started));
}

export async function saveAuthorization(ask: Ask, reference: string, url: string) {
  await ask('save_authorization', { p_reference: reference, p_url: url });
}

export async function failAttempt(ask: Ask, reference: string, status: string) {
  await ask('fail_payment_attempt', { p_reference: reference, p_status: status });
}

export type Settlement = 'paid' | 'already_paid' | 'held' | 'unknown';

/** Exactly once, however often and from wherever it is called: the database decides. */
export async function settlePayment(
  ask: Ask,
  { key, event, payload, ...it }: Transaction & { key: string; event: string; payload: unknown },
): Promise<Settlement> {
  const settled = await ask('settle_payment', {
    p_event_key: key,
    p_event: event,
    p_reference: it.reference,
    p_amount_minor: it.amount,
    p_currency: it.currency,
    p_payload: JSON.parse(JSON.stringify(payload ?? {})),
  });
  return settled as Settlement;
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
    const some = rows(await service.rpc('take_quiet_orders', given));
    for (const { reference } of some) yield reference;
    if (some.length < quiet.atOnce) return;
  }
}

/** Counts for the operator's instruments. */
export async function paymentFigures(service: Db): Promise<Figures> {
  return figures.parse(rows(await service.rpc('payment_figures')));
}
