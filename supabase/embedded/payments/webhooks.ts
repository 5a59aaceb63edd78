import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../bootstrap.ts';

/** Before each retry. The providers themselves wait minutes and hours. */
const retryDelaysMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** How long the shopper's redirect waits for the first delivery. */
const firstDeliveryTimeoutMs = 500;

interface Attempt {
  body: string;
  /** Including this one. */
  attempts: number;
}

export interface WebhookTarget {
  /** Its events are kept apart from those of the other sandboxes. */
  provider: string;
  url: string;
  /** The header with the signature of a body. */
  sign: (body: string) => Record<string, string>;
}

/** Delivers signed events to the shop, with retries until it responds with 200. Pending ones survive a restart. */
export class Webhooks {
  readonly #sql: Sql;
  readonly #target: WebhookTarget;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopped = new AbortController();
  readonly #agent = new Agent({ keepAlive: true });

  constructor(sql: Sql, target: WebhookTarget) {
    this.#sql = sql;
    this.#target = target;
  }

  async createTable(): Promise<void> {
    await this.#sql`
      create table if not exists webhook_deliveries (
        id int primary key generated always as identity,
        body text not null, attempts int not null default 0, response text,
        created_at timestamptz not null default now(), delivered_at timestamptz)`;
    // Data from before there were several providers.
    await this.#sql`
      alter table webhook_deliveries add column if not exists provider text not null default 'paystack'`;
  }

  async resume(): Promise<void> {
    const rows = await this.#sql<{ id: number }[]>`
      select id from webhook_deliveries
      where provider = ${this.#target.provider} and delivered_at is null
        and attempts <= ${retryDelaysMs.length}`;
    for (const { id } of rows) this.#schedule(id, retryDelaysMs[0] ?? 0);
  }

  /** Fulfilled when the event is stored; `delivered` is the first attempt. */
  async send(event: object): Promise<{ delivered: Promise<void> }> {
    const body = JSON.stringify(event);
    // Counts the first attempt in the same statement.
    const [row] = await this.#sql<{ id: number }[]>`
      insert into webhook_deliveries (provider, body, attempts)
      values (${this.#target.provider}, ${body}, 1) returning id`;
    return { delivered: row ? this.#attempt(row.id, { body, attempts: 1 }) : Promise.resolve() };
  }

  /** Sends an event and waits briefly for its delivery, so that it usually precedes the shopper's return, as at the providers. */
  async sendAndAwait(event: object): Promise<void> {
    const { delivered } = await this.send(event);
    await Promise.race([delivered, delay(firstDeliveryTimeoutMs, undefined, { ref: false })]);
  }

  stop(): void {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#agent.destroy();
  }

  #schedule(id: number, delayMs: number): void {
    if (this.#stopped.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#attempt(id);
    }, delayMs);
    this.#timers.add(timer);
  }

  async #attempt(id: number, first?: Attempt): Promise<void> {
    try {
      await this.#deliver(id, first);
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      // The database was unavailable: an attempt whose result was not stored is repeated.
      console.error('Payment sandbox, webhook:', error instanceof Error ? error.message : error);
      this.#schedule(id, retryDelaysMs[2] ?? 0);
    }
  }

  async #deliver(id: number, first: Attempt | undefined): Promise<void> {
    const attempt = first ?? (await this.#countAttempt(id));
    if (!attempt) return;
    const response = await this.#post(attempt.body);
    if (this.#stopped.signal.aborted) return;
    await this.#sql`
      update webhook_deliveries set response = ${response},
        delivered_at = case when ${response === '200'} then now() end
      where id = ${id}`;
    const delayMs = retryDelaysMs[attempt.attempts - 1];
    if (response !== '200' && delayMs !== undefined) this.#schedule(id, delayMs);
  }

  async #countAttempt(id: number): Promise<Attempt | undefined> {
    const [row] = await this.#sql<Attempt[]>`
      update webhook_deliveries set attempts = attempts + 1 where id = ${id} returning body, attempts`;
    return row;
  }

  /** The status of the response, or the reason why there was none. */
  #post(body: string): Promise<string> {
    return new Promise((resolve) => {
      const sent = request(this.#target.url, {
        agent: this.#agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...this.#target.sign(body),
        },
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(10_000)]),
      });
      const fail = (error: Error) => resolve(String(error));
      sent.once('response', (response) => {
        response.on('error', fail);
        response.once('end', () => resolve(String(response.statusCode)));
        response.resume();
      });
      sent.on('error', fail);
      sent.end(body);
    });
  }
}
