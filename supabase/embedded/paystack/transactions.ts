import { randomBytes } from 'node:crypto';
import type { Sql } from '../bootstrap.ts';

export type TransactionStatus = 'abandoned' | 'failed' | 'success' | 'reversed';

/** A payment as stored by the sandbox. Amounts are in the currency's smallest unit (cents). */
export interface Transaction {
  id: number;
  reference: string;
  access_code: string;
  email: string;
  amount: number;
  currency: string;
  callback_url: string | null;
  metadata: object | null;
  status: TransactionStatus;
  gateway_response: string | null;
  last4: string | null;
  refunded: number;
  created_at: Date;
  paid_at: Date | null;
}

/** A refund. The amount is in the currency's smallest unit. */
export interface Refund {
  id: number;
  transaction: number;
  reference: string;
  amount: number;
  currency: string;
  status: string;
  merchant_note: string | null;
  created_at: Date;
}

export interface NewTransaction {
  email: string;
  amount: number;
  currency: string;
  reference: string;
  callbackUrl: string | null;
  metadata: object | null;
}

export interface Filter {
  status: string | null;
  from: Date | null;
  to: Date | null;
  perPage: number;
  page: number;
}

export class Transactions {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async createTable(): Promise<void> {
    await this.#sql`
      create table if not exists transactions (
        id bigint primary key generated always as identity (start with 4100000001),
        reference text not null unique, access_code text not null unique,
        email text not null, amount bigint not null, currency text not null,
        callback_url text, metadata jsonb,
        status text not null default 'abandoned', gateway_response text, last4 text,
        refunded bigint not null default 0,
        created_at timestamptz not null default now(), paid_at timestamptz)`;
    await this.#sql`
      create table if not exists refunds (
        id int primary key generated always as identity (start with 7000001),
        transaction bigint not null references transactions on delete cascade,
        amount bigint not null, currency text not null, status text not null default 'processed',
        created_at timestamptz not null default now())`;
    // Data from before refunds had a note.
    await this.#sql`alter table refunds add column if not exists merchant_note text`;
  }

  /** Null if the reference exists already. */
  async create(input: NewTransaction): Promise<Transaction | null> {
    const rows = await this.#sql<Transaction[]>`
      insert into transactions
        (reference, access_code, email, amount, currency, callback_url, metadata)
      values (${input.reference}, ${randomBytes(8).toString('hex')}, ${input.email},
        ${input.amount}, ${input.currency}, ${input.callbackUrl},
        ${input.metadata ? JSON.stringify(input.metadata) : null}::text::jsonb)
      on conflict (reference) do nothing returning *`;
    return asNumbers(rows)[0] ?? null;
  }

  async byReference(reference: string): Promise<Transaction | null> {
    const rows = await this.#sql<Transaction[]>`
      select * from transactions
      where reference = ${reference}
        or id = case when ${reference}::text ~ '^[0-9]{1,18}$' then (${reference}::text)::bigint end`;
    return asNumbers(rows)[0] ?? null;
  }

  async byAccessCode(code: string): Promise<Transaction | null> {
    const rows = await this.#sql<Transaction[]>`
      select * from transactions where access_code = ${code}`;
    return asNumbers(rows)[0] ?? null;
  }

  async list(filter: Filter): Promise<{ rows: Transaction[]; total: number }> {
    const sql = this.#sql;
    const condition = sql`(${filter.status}::text is null or status = ${filter.status})
      and (${filter.from}::timestamptz is null or created_at >= ${filter.from})
      and (${filter.to}::timestamptz is null or created_at <= ${filter.to})`;
    const rows = await sql<Transaction[]>`
      select * from transactions where ${condition} order by id desc
      limit ${filter.perPage} offset ${(filter.page - 1) * filter.perPage}`;
    const [count] = await sql<{ total: number }[]>`
      select count(*)::int as total from transactions where ${condition}`;
    return { rows: asNumbers(rows), total: count?.total ?? 0 };
  }

  /** Null if it was paid already: a double click charges nothing. */
  async succeed(reference: string, last4: string): Promise<Transaction | null> {
    const rows = await this.#sql<Transaction[]>`
      update transactions set status = 'success', gateway_response = 'Successful',
        last4 = ${last4}, paid_at = now()
      where reference = ${reference} and status in ('abandoned', 'failed') returning *`;
    return asNumbers(rows)[0] ?? null;
  }

  async fail(reference: string, reason: string): Promise<void> {
    await this.#sql`
      update transactions set status = 'failed', gateway_response = ${reason}
      where reference = ${reference} and status in ('abandoned', 'failed')`;
  }

  /** The id of the refund; null if the amount is more than what was paid and not refunded yet. */
  async refund(reference: string, amount: number, note: string | null): Promise<number | null> {
    const rows = await this.#sql<{ id: number }[]>`
      with changed as (
        update transactions set refunded = refunded + ${amount},
          status = case when refunded + ${amount} = amount then 'reversed' else status end
        where reference = ${reference} and status = 'success' and refunded + ${amount} <= amount
        returning *)
      insert into refunds (transaction, amount, currency, merchant_note)
      select id, ${amount}, currency, ${note} from changed returning id`;
    return rows[0]?.id ?? null;
  }

  /** The refunds of a transaction, newest first. */
  async refundsOf(id: string, perPage: number, page: number): Promise<Refund[]> {
    const rows = await this.#sql<Refund[]>`
      select r.*, t.reference from refunds r join transactions t on t.id = r.transaction
      where t.id::text = ${id} or t.reference = ${id} order by r.id desc
      limit ${perPage} offset ${(page - 1) * perPage}`;
    return rows.map((row) => ({
      ...row,
      transaction: Number(row.transaction),
      amount: Number(row.amount),
    }));
  }
}

/** The driver returns 64-bit integers as strings. */
function asNumbers(rows: readonly Transaction[]): Transaction[] {
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    amount: Number(row.amount),
    refunded: Number(row.refunded),
  }));
}
