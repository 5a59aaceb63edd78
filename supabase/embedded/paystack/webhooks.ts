import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../bootstrap.ts';

/** Milliseconds before each further try. The real service waits minutes and hours. */
const pauses = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** How long the shop's answer to the first try is waited for before the shopper is sent back. */
const head = 500;

interface Try {
  body: string;
  /** With this one. */
  tries: number;
}

/** Signed events to the shop, kept until it has answered 200; a restart goes on where it stopped. */
export class Webhooks {
  readonly #sql: Sql;
  readonly #target: { url: string; secretKey: string };
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopped = new AbortController();
  readonly #agent = new Agent({ keepAlive: true });

  constructor(sql: Sql, target: { url: string; secretKey: string }) {
    this.#sql = sql;
    this.#target = target;
  }

  async createTable(): Promise<void> {
    await this.#sql`
      create table if not exists webhooks (
        id int primary key generated always as identity,
        body text not null, tries int not null default 0, answer text,
        created_at timestamptz not null default now(), delivered_at timestamptz)`;
  }

  async resume(): Promise<void> {
    const rows = await this.#sql<{ id: number }[]>`
      select id from webhooks where delivered_at is null and tries <= ${pauses.length}`;
    for (const { id } of rows) this.#later(id, pauses[0] ?? 0);
  }

  /** Fulfilled when it is written down; the first try is then under way. */
  async send(event: string, data: object): Promise<{ tried: Promise<void> }> {
    const body = JSON.stringify({ event, data });
    // The first try is noted along with it.
    const [row] = await this.#sql<{ id: number }[]>`
      insert into webhooks (body, tries) values (${body}, 1) returning id`;
    return { tried: row ? this.#try(row.id, { body, tries: 1 }) : Promise.resolve() };
  }

  /** The same, a moment ahead of the shopper who comes back, as at the real service. */
  async sendAhead(event: string, data: object): Promise<void> {
    const { tried } = await this.send(event, data);
    await Promise.race([tried, delay(head, undefined, { ref: false })]);
  }

  stop(): void {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#agent.destroy();
  }

  #later(id: number, pause: number): void {
    if (this.#stopped.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#try(id);
    }, pause);
    this.#timers.add(timer);
  }

  async #try(id: number, first?: Try): Promise<void> {
    try {
      await this.#deliver(id, first);
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      // The database was away: what was not written down is sent again.
      console.error('Payment sandbox, webhook:', error instanceof Error ? error.message : error);
      this.#later(id, pauses[2] ?? 0);
    }
  }

  async #deliver(id: number, first: Try | undefined): Promise<void> {
    const it = first ?? (await this.#noteTry(id));
    if (!it) return;
    const answer = await this.#post(it.body);
    if (this.#stopped.signal.aborted) return;
    await this.#sql`
      update webhooks set answer = ${answer},
        delivered_at = case when ${answer === '200'} then now() end
      where id = ${id}`;
    const pause = pauses[it.tries - 1];
    if (answer !== '200' && pause !== undefined) this.#later(id, pause);
  }

  async #noteTry(id: number): Promise<Try | undefined> {
    const [row] = await this.#sql<Try[]>`
      update webhooks set tries = tries + 1 where id = ${id} returning body, tries`;
    return row;
  }

  /** What was answered: the status, or why there was none. */
  #post(body: string): Promise<string> {
    const signature = createHmac('sha512', this.#target.secretKey).update(body).digest('hex');
    return new Promise((resolve) => {
      const asked = request(this.#target.url, {
        agent: this.#agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-paystack-signature': signature,
        },
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(10_000)]),
      });
      const fail = (error: Error) => resolve(String(error));
      asked.once('response', (answer) => {
        answer.on('error', fail);
        answer.once('end', () => resolve(String(answer.statusCode)));
        answer.resume();
      });
      asked.on('error', fail);
      asked.end(body);
    });
  }
}
