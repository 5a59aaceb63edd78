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

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async createTable(): Promise<void> {
    await this.#sql`
      create table if not exists stripe_requests (
        key text primary key, request text not null, status int, answer text,
        created_at timestamptz not null default now())`;
    // Requests that an earlier run did not finish, and old ones.
    await this.#sql`
      delete from stripe_requests where answer is null or created_at < now() - interval '24 hours'`;
  }

  /** @throws StripeFailure, which is not kept */
  async answer({ key, path, body }: Request, work: () => Promise<object>): Promise<Answer> {
    if (key === undefined) return { status: 200, body: JSON.stringify(await work()) };
    const request = createHash('sha256').update(`${path}\n${body}`).digest('hex');
    const [mine] = await this.#sql`
      insert into stripe_requests (key, request) values (${key}, ${request})
      on conflict (key) do update set request = excluded.request, status = null, answer = null, created_at = now()
        where stripe_requests.created_at < now() - interval '24 hours'
      returning key`;
    if (!mine) return this.#repeat(key, request);
    try {
      const answer = await answerOf(work);
      await this.#sql`
        update stripe_requests set status = ${answer.status}, answer = ${answer.body}
        where key = ${key}`;
      return answer;
    } catch (error) {
      await this.#sql`delete from stripe_requests where key = ${key}`;
      throw error;
    }
  }

  async #repeat(key: string, request: string): Promise<Answer> {
    const [kept] = await this.#sql<{ request: string; status: number; answer: string | null }[]>`
      select request, status, answer from stripe_requests where key = ${key}`;
    if (kept && kept.request !== request) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw new StripeFailure(400, { type: 'idempotency_error', message });
    }
    if (!kept || kept.answer === null) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`;
      const code = 'idempotency_key_in_use';
      throw new StripeFailure(409, { type: 'idempotency_error', code, message });
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
