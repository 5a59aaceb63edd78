import type { Sql } from '../bootstrap.ts';
import type { Method, Problem } from './methods.ts';
import { newId } from './ids.ts';

/** A Checkout Session with its payment intent and charge. Amounts are in the smallest unit of the currency (cents). */
export interface Payment {
  session: string;
  /** Null until the shopper first tries to pay, as is the charge until a payment goes through. */
  intent: string | null;
  charge: string | null;
  status: 'open' | 'complete' | 'expired';
  intent_status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded';
  reference: string | null;
  email: string | null;
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string | null;
  method: Method | null;
  problem: Problem | null;
  refunded: number;
  disputed: boolean;
  created_at: Date;
  expires_at: Date;
}

export type NewPayment = Pick<
  Payment,
  | 'reference'
  | 'email'
  | 'amount'
  | 'currency'
  | 'description'
  | 'metadata'
  | 'success_url'
  | 'cancel_url'
  | 'expires_at'
>;

export interface Refund {
  id: string;
  session: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  reason: string | null;
  metadata: Record<string, string>;
  created_at: Date;
}

export interface Dispute {
  id: string;
  session: string;
  amount: number;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
  created_at: Date;
}

export interface PageOfList {
  limit: number;
  after: string | undefined;
}

type Change = Partial<
  Pick<Payment, 'intent' | 'charge' | 'status' | 'intent_status' | 'method' | 'problem'>
>;

/** What the sandbox knows, in tables of its own. */
export class Books {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async createTables(): Promise<void> {
    await this.#sql`
      create table if not exists stripe_payments (
        session text primary key, intent text unique, charge text unique,
        status text not null default 'open', intent_status text not null default 'requires_payment_method',
        reference text, email text, amount bigint not null, currency text not null, description text,
        metadata jsonb not null, success_url text not null, cancel_url text, method jsonb, problem jsonb,
        refunded bigint not null default 0, disputed boolean not null default false,
        created_at timestamptz not null default now(), expires_at timestamptz not null)`;
    await this.#sql`
      create table if not exists stripe_refunds (
        id text primary key, session text not null references stripe_payments on delete cascade,
        amount bigint not null, status text not null, reason text, metadata jsonb not null,
        created_at timestamptz not null default now())`;
    await this.#sql`
      create table if not exists stripe_disputes (
        id text primary key, session text not null references stripe_payments on delete cascade,
        amount bigint not null, status text not null default 'needs_response',
        created_at timestamptz not null default now())`;
  }

  async create({ metadata, ...payment }: NewPayment): Promise<Payment> {
    const sql = this.#sql;
    const row = { session: newId('cs_test_'), ...payment };
    const [created] = await sql<Payment[]>`
      insert into stripe_payments ${sql({ ...row, metadata: sql.json(metadata) })} returning *`;
    return toPayment(created);
  }

  /** By the id of its session, intent or charge. */
  async find(id: string): Promise<Payment | null> {
    const [row] = await this.#sql<Payment[]>`
      select * from stripe_payments where ${id} in (session, intent, charge)`;
    return row ? toPayment(row) : null;
  }

  async list({ limit, after }: PageOfList, intent?: string): Promise<Payment[]> {
    const rows = await this.#sql<Payment[]>`
      select * from stripe_payments
      where (${intent ?? null}::text is null or intent = ${intent ?? null})
        and (${after ?? null}::text is null or (created_at, session) <
          (select created_at, session from stripe_payments where session = ${after ?? null}))
      order by created_at desc, session desc limit ${limit}`;
    return rows.map(toPayment);
  }

  /** Null unless the payment still has this status: of two clicks, one counts. */
  async change(
    { session, status, intent_status }: Payment,
    { method, problem, ...change }: Change,
  ): Promise<Payment | null> {
    const sql = this.#sql;
    const json = {
      ...(method === undefined ? {} : { method: method && sql.json({ ...method }) }),
      ...(problem === undefined ? {} : { problem: problem && sql.json({ ...problem }) }),
    };
    const [row] = await sql<Payment[]>`
      update stripe_payments set ${sql({ ...change, ...json })}
      where session = ${session} and status = ${status} and intent_status = ${intent_status}
      returning *`;
    return row ? toPayment(row) : null;
  }

  /** Null if the amount is more than what was paid and not refunded yet. */
  async refund(
    { session }: Payment,
    { metadata, ...refund }: Omit<Refund, 'id' | 'session' | 'created_at'>,
  ): Promise<Refund | null> {
    const sql = this.#sql;
    const [row] = await sql<Refund[]>`
      with changed as (
        update stripe_payments set refunded = refunded + ${refund.amount}
        where session = ${session} and intent_status = 'succeeded' and not disputed
          and refunded + ${refund.amount} <= amount
        returning session)
      insert into stripe_refunds (id, session, amount, status, reason, metadata)
      select ${newId('re_')}, session, ${refund.amount}, ${refund.status}, ${refund.reason},
        ${sql.json(metadata)} from changed returning *`;
    return row ? amountFrom(row) : null;
  }

  async findRefund(id: string): Promise<Refund | null> {
    const [row] = await this.#sql<Refund[]>`select * from stripe_refunds where id = ${id}`;
    return row ? amountFrom(row) : null;
  }

  async listRefunds({ limit, after }: PageOfList, session: string | null): Promise<Refund[]> {
    const rows = await this.#sql<Refund[]>`
      select * from stripe_refunds
      where (${session}::text is null or session = ${session})
        and (${after ?? null}::text is null or (created_at, id) <
          (select created_at, id from stripe_refunds where id = ${after ?? null}))
      order by created_at desc, id desc limit ${limit}`;
    return rows.map(amountFrom);
  }

  /** What the bank says of a refund later; null if it has this status already. */
  async finishRefund(id: string, status: 'succeeded' | 'failed'): Promise<Refund | null> {
    const [row] = await this.#sql<Refund[]>`
      with changed as (
        update stripe_refunds set status = ${status}
        where id = ${id} and status <> ${status} and status <> 'failed' returning *),
      returned as (
        update stripe_payments p set refunded = p.refunded - c.amount
        from changed c where p.session = c.session and c.status = 'failed')
      select * from changed`;
    return row ? amountFrom(row) : null;
  }

  /** Null if it has been disputed already. */
  async dispute({ session }: Payment): Promise<Dispute | null> {
    const [row] = await this.#sql<Dispute[]>`
      with changed as (
        update stripe_payments set disputed = true
        where session = ${session} and intent_status = 'succeeded' and not disputed returning *)
      insert into stripe_disputes (id, session, amount)
      select ${newId('du_')}, session, amount - refunded from changed returning *`;
    return row ? amountFrom(row) : null;
  }

  async findDispute(id: string): Promise<Dispute | null> {
    const [row] = await this.#sql<Dispute[]>`select * from stripe_disputes where id = ${id}`;
    return row ? amountFrom(row) : null;
  }

  async listDisputes({ limit, after }: PageOfList, session: string | null): Promise<Dispute[]> {
    const rows = await this.#sql<Dispute[]>`
      select * from stripe_disputes
      where (${session}::text is null or session = ${session})
        and (${after ?? null}::text is null or (created_at, id) <
          (select created_at, id from stripe_disputes where id = ${after ?? null}))
      order by created_at desc, id desc limit ${limit}`;
    return rows.map(amountFrom);
  }

  /** Null once it is won or lost. */
  async decideDispute(id: string, status: Dispute['status']): Promise<Dispute | null> {
    const [row] = await this.#sql<Dispute[]>`
      update stripe_disputes set status = ${status}
      where id = ${id} and status in ('needs_response', 'under_review') returning *`;
    return row ? amountFrom(row) : null;
  }
}

/** The driver returns 64-bit integers as strings. */
const amountFrom = <T extends { amount: number }>(row: T): T => ({
  ...row,
  amount: Number(row.amount),
});

function toPayment(row: Payment | undefined): Payment {
  if (!row) throw new Error('The row was not written');
  return { ...amountFrom(row), refunded: Number(row.refunded) };
}
