import sql from 'sql-template-tag';
import type { Dispute } from '../payments/provider.ts';
import type { Figures } from '../schemas/figures.ts';
import type { Db } from './database.ts';
import { JsonValue } from './json-value.ts';
import type { AttemptRow, Settlement } from './payment-rows.ts';

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
  provider: string;
  /** The provider's id of it, where that is not the reference. */
  providerId: string | null;
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
    provider: row.provider,
    providerId: row.provider_id,
  };
}

const columns = sql`
  reference, order_id, amount_minor, currency, authorization_url, status, created_at, provider, provider_id`;

/** All attempts for an order, newest first. */
export async function listAttempts(service: Db, orderId: string): Promise<Attempt[]> {
  const found = await service.query<AttemptRow>(sql`
    select ${columns} from public.payment_attempts where order_id = ${orderId} order by created_at desc`);
  return found.map(toAttempt);
}

/** The attempt with this reference, also of an order in the trash; null if there is none. */
export async function readAttempt(service: Db, reference: string): Promise<Attempt | null> {
  const [found] = await service.query<AttemptRow>(sql`
    select ${columns} from public.payment_attempts where reference = ${reference}
    union all
    select ${columns} from public.trash t,
      jsonb_populate_recordset(null::public.payment_attempts, t.contents -> 'attempts') a
    where t.kind = 'orders'
      and t.contents -> 'attempts' @> jsonb_build_array(jsonb_build_object('reference', ${reference}::text))
      and a.reference = ${reference}
    limit 1`);
  return found ? toAttempt(found) : null;
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

/**
 * Without a provider, with the first that takes the order.
 * @throws DatabaseError 23505 if another request has just started an attempt with this reference, way_refused
 */
export async function startAttempt(
  service: Db,
  it: { orderId: string; reference: string; provider: string | undefined },
): Promise<Attempt> {
  const args = { p_order_id: it.orderId, p_reference: it.reference, p_provider: it.provider };
  return toAttempt(await service.call('start_payment_attempt', args));
}

export async function saveAuthorization(
  service: Db,
  reference: string,
  { url, providerId }: { url: string; providerId: string | null },
) {
  const args = { p_reference: reference, p_url: url, p_provider_id: providerId ?? undefined };
  await service.call('save_authorization', args);
}

export async function failAttempt(service: Db, reference: string, status: string) {
  await service.call('fail_payment_attempt', { p_reference: reference, p_status: status });
}

interface PaymentMessage {
  /** Of the message: a repeated one counts once. */
  key: string;
  event: string;
  provider: string;
  reference: string;
  payload: unknown;
}

const toArguments = ({ key, event, provider, reference, payload }: PaymentMessage) => ({
  p_event: event,
  p_reference: reference,
  p_payload: new JsonValue(payload ?? {}),
  p_provider: provider,
  key,
});

/** Settles a payment exactly once, however often it is called; `unknown` for one of another provider. Amount in minor units. */
export function settlePayment(
  service: Db,
  { amount, currency, ...message }: PaymentMessage & { amount: number; currency: string },
): Promise<Settlement> {
  const { key, ...rest } = toArguments(message);
  const args = { p_event_key: key, p_amount_minor: amount, p_currency: currency };
  return service.call('settle_payment', { ...rest, ...args });
}

/** Keeps a message that settles nothing. */
export async function noteEvent(service: Db, message: PaymentMessage): Promise<void> {
  const { key, ...rest } = toArguments(message);
  await service.call('note_payment_event', { ...rest, p_key: key });
}

/** Counts a message that its provider has not signed, or too long ago. */
export async function noteRefused(service: Db, provider: string, reason: string): Promise<void> {
  await service.call('note_refused_message', { p_provider: provider, p_reason: reason });
}

/** Keeps what a provider says of a dispute; `unknown` without such a payment. */
export function noteDispute(
  service: Db,
  message: PaymentMessage,
  { providerId, respondBy, ...dispute }: Dispute,
): Promise<string> {
  const { key, ...rest } = toArguments(message);
  const json = new JsonValue({ ...dispute, id: providerId, respond_by: respondBy });
  return service.call('note_dispute', { ...rest, p_key: key, p_dispute: json });
}

/** An interrupted run loses at most one batch, which a later run takes again. */
const batch = { size: 20, maxPerRun: 200 } as const;

/**
 * Open payments without news since `olderThan` (a Postgres interval), to verify at the provider. Each is returned again only
 * after a while.
 */
export async function* takeStalePayments(service: Db, olderThan: string): AsyncGenerator<Attempt> {
  for (let taken = 0; taken < batch.maxPerRun; taken += batch.size) {
    const args = { p_older_than: olderThan, p_limit: batch.size };
    const stale = await service.list('claim_unconfirmed_payments', args);
    yield* stale.map(toAttempt);
    if (stale.length < batch.size) return;
  }
}

/** Counts for the metrics. */
export function paymentFigures(service: Db): Promise<Figures> {
  return service.call('payment_figures');
}
