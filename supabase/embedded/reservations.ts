import postgres from 'postgres';
import type { Sql } from './bootstrap.ts';

interface Line {
  sql: Sql;
  isDead: boolean;
  /** Questions without an answer yet: they fail at the connection's end. */
  pending: Set<(reason: Error) => void>;
}

/** What Kysely uses of a reserved connection. */
export interface Reserved {
  unsafe(text: string, values: never[]): Promise<unknown>;
  release(): void;
}

/**
 * Connections that are handed out one at a time, for the transactions of Supabase Lite 0.10.0. The `reserve` of its driver,
 * postgres.js 3.4.9, hands out a connection that died, and the next query on it ends this whole process.
 */
export class Reservations {
  readonly #options: postgres.Options<Record<string, never>>;
  readonly #most: number;
  readonly #idle: Line[] = [];
  readonly #waiting: ((line: Line) => void)[] = [];
  #open = 0;

  /** @param driver connections are opened with its options, as many as it would open itself. */
  constructor(driver: Sql) {
    // Options that are parsed already are taken as they are; what they share must be a copy.
    const shared = { retries: 0, typeArrayMap: {} };
    this.#options = Object.assign({}, driver.options, { max: 1, max_lifetime: 0, shared }) as never;
    this.#most = driver.options.max;
  }

  async reserve(): Promise<Reserved> {
    const line = await this.#take();
    return {
      // A new connection in its place would know neither the transaction nor who asks.
      unsafe: async (text, values) => {
        if (line.isDead) throw connectionLost();
        // The driver never answers a query that comes between a connection's error and its end. A race with a promise that
        // lives as long as the connection would keep every answer for as long.
        const { promise, resolve, reject } = Promise.withResolvers<unknown>();
        line.pending.add(reject);
        line.sql.unsafe(text, values).then(resolve, reject);
        return promise.finally(() => line.pending.delete(reject));
      },
      release: () => this.#giveBack(line),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((line) => line.sql.end({ timeout: 1 })));
  }

  async #take(): Promise<Line> {
    for (let line = this.#idle.pop(); line; line = this.#idle.pop()) {
      if (!line.isDead) return line;
      this.#bury(line);
    }
    if (this.#open < this.#most) return this.#connect();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(line: Line): void {
    let alive = line;
    if (line.isDead) {
      this.#bury(line);
      if (this.#waiting.length === 0) return;
      alive = this.#connect();
    }
    const next = this.#waiting.shift();
    if (next) next(alive);
    else this.#idle.push(alive);
  }

  #connect(): Line {
    this.#open += 1;
    const pending: Line['pending'] = new Set();
    const onclose = (): void => {
      line.isDead = true;
      for (const fail of pending) fail(connectionLost());
    };
    const line: Line = { sql: postgres({ ...this.#options, onclose }), isDead: false, pending };
    return line;
  }

  #bury(line: Line): void {
    this.#open -= 1;
    void line.sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

function connectionLost(): Error {
  const message = 'The connection to the database was lost';
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' });
}
