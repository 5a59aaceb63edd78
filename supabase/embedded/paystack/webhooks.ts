import { createHmac } from 'node:crypto';
import type { Sql } from '../bootstrap.ts';

/** Milliseconds before each further try. The real service waits minutes and hours. */
const pauses = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

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

  async send(event: string, data: object): Promise<void> {
    const body = JSON.stringify({ event, data });
    // The first try is noted along with it.
    const [row] = await this.#sql<{ id: number }[]>`
      insert into webhooks (body, tries) values (${body}, 1) returning id`;
    if (row) this.#later(row.id, 0, { body, tries: 1 });
  }

  stop(): void {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(id: number, pause: number, first?: Try): void {
    if (this.#stopped.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#deliver(id, first).catch((error: unknown) => {
        if (this.#stopped.signal.aborted) return;
        // The database was away: what was not written down is sent again.
        console.error('Payment sandbox, webhook:', error instanceof Error ? error.message : error);
        this.#later(id, pauses[2] ?? 0);
      });
    }, pause);
    this.#timers.add(timer);
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
  async #post(body: string): Promise<string> {
    const signature = createHmac('sha512', this.#target.secretKey).update(body).digest('hex');
    try {
      const response = await fetch(this.#target.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
        body,
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(10_000)]),
      });
      await response.arrayBuffer();
      return String(response.status);
    } catch (error) {
      return String(error);
    }
  }
}
