import { createHash } from 'node:crypto';
import type { Sql } from '../bootstrap.ts';
import { StripeFailure } from './failures.ts';

export interface Answer {
  status: number;
  body: string;
  replayed?: boolean;
}

interface Request {
  /** Of the header `Idempotency-Key`. */
  key: string | undefined;
  path: string;
  body: string;
}

/** Answers a repeated request as the first one, for a day: https://docs.stripe.com/api/idempotent_requests */
export class IdempotentRequests {
  readonly #sql: Sql;
  readonly #unfinished = new Set<string>();
  /** All keys of the last day, so that a new one is not looked for. */
  readonly #known = new Set<string>();
  /** Answers that are on their way to the database. */
  readonly #saving = new Map<string, Promise<unknown>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async createTable(): Promise<void> {
    await this.#sql`
      create table if not exists stripe_requests (
        key text primary key, request text not null, status int not null, answer text not null,
        created_at timestamptz not null default now())`;
    await this.#sql`delete from stripe_requests where created_at < now() - interval '24 hours'`;
    const rows = await this.#sql<{ key: string }[]>`select key from stripe_requests`;
    for (const { key } of rows) this.#known.add(key);
  }

  /** @throws StripeFailure, which is not kept */
  async answer({ key, path, body }: Request, work: () => Promise<object>): Promise<Answer> {
    if (key === undefined) return { status: 200, body: JSON.stringify(await work()) };
    if (this.#unfinished.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`;
      const code = 'idempotency_key_in_use';
      throw new StripeFailure(409, { type: 'idempotency_error', code, message });
    }
    this.#unfinished.add(key);
    try {
      const request = createHash('sha256').update(`${path}\n${body}`).digest('hex');
      const earlier = this.#known.has(key) ? await this.#earlier(key, request) : null;
      if (earlier) return earlier;
      const answer = await answerOf(work);
      this.#save(key, request, answer);
      return answer;
    } finally {
      this.#unfinished.delete(key);
    }
  }

  /** The answer is not delayed by it; a repeated request waits for it. */
  #save(key: string, request: string, { status, body }: Answer): void {
    const saved = this.#sql`
      insert into stripe_requests (key, request, status, answer)
      values (${key}, ${request}, ${status}, ${body})
      on conflict (key) do update set request = excluded.request, status = excluded.status,
        answer = excluded.answer, created_at = now()`
      .catch((error: unknown) => console.error('Payment sandbox, answer not kept:', error))
      .finally(() => this.#saving.delete(key));
    this.#known.add(key);
    this.#saving.set(key, saved);
  }

  async #earlier(key: string, request: string): Promise<Answer | null> {
    await this.#saving.get(key);
    const [kept] = await this.#sql<{ request: string; status: number; answer: string }[]>`
      select request, status, answer from stripe_requests
      where key = ${key} and created_at >= now() - interval '24 hours'`;
    if (!kept) return null;
    if (kept.request !== request) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw new StripeFailure(400, { type: 'idempotency_error', message });
    }
    return { status: kept.status, body: kept.answer, replayed: true };
  }
}

/** @throws StripeFailure for a request that is not valid */
async function answerOf(work: () => Promise<object>): Promise<Answer> {
  try {
    return { status: 200, body: JSON.stringify(await work()) };
  } catch (error) {
    if (!(error instanceof StripeFailure) || !error.tried) throw error;
    return { status: error.status, body: JSON.stringify({ error: error.body }) };
  }
}
