import postgres from 'postgres';
import type { Sql } from './bootstrap.ts';

interface Connection {
  sql: Sql;
  isClosed: boolean;
  /** Rejects the running queries when the connection closes. */
  pending: Set<(reason: Error) => void>;
}

/** The part of a reserved connection that Kysely uses. */
export interface Reserved {
  unsafe(text: string, values: never[]): Promise<unknown>;
  release(): void;
}

/**
 * A connection pool for the transactions of Supabase Lite 0.10.0. The `reserve` of its driver, postgres.js 3.4.9, may return
 * a closed connection, and the next query on it ends this process.
 */
export class Reservations {
  readonly #options: postgres.Options<Record<string, never>>;
  readonly #max: number;
  readonly #idle: Connection[] = [];
  readonly #waiting: ((connection: Connection) => void)[] = [];
  #open = 0;

  /** @param driver its options, also the maximum of connections, apply to this pool */
  constructor(driver: Sql) {
    // The driver reuses parsed options as they are, so shared state is replaced by a copy.
    const shared = { retries: 0, typeArrayMap: {} };
    this.#options = Object.assign({}, driver.options, { max: 1, max_lifetime: 0, shared }) as never;
    this.#max = driver.options.max;
  }

  async reserve(): Promise<Reserved> {
    const connection = await this.#acquire();
    return {
      // A new connection would have neither the transaction nor its session settings.
      unsafe: async (text, values) => {
        if (connection.isClosed) throw connectionLost();
        // The driver never settles a query that is sent between a connection's error and its close. A race with one promise
        // per connection would keep every result in memory for as long as the connection.
        const { promise, resolve, reject } = Promise.withResolvers<unknown>();
        connection.pending.add(reject);
        connection.sql.unsafe(text, values).then(resolve, reject);
        return promise.finally(() => connection.pending.delete(reject));
      },
      release: () => this.#release(connection),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((connection) => connection.sql.end({ timeout: 1 })));
  }

  async #acquire(): Promise<Connection> {
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      if (!connection.isClosed) return connection;
      this.#discard(connection);
    }
    if (this.#open < this.#max) return this.#connect();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(connection: Connection): void {
    let usable = connection;
    if (connection.isClosed) {
      this.#discard(connection);
      if (this.#waiting.length === 0) return;
      usable = this.#connect();
    }
    const next = this.#waiting.shift();
    if (next) next(usable);
    else this.#idle.push(usable);
  }

  #connect(): Connection {
    this.#open += 1;
    const pending: Connection['pending'] = new Set();
    const onclose = (): void => {
      connection.isClosed = true;
      for (const fail of pending) fail(connectionLost());
    };
    const connection: Connection = {
      sql: postgres({ ...this.#options, onclose }),
      isClosed: false,
      pending,
    };
    return connection;
  }

  #discard(connection: Connection): void {
    this.#open -= 1;
    void connection.sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

function connectionLost(): Error {
  const message = 'The connection to the database was lost';
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' });
}
