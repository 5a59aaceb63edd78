import {
  DatabaseError as PostgresError,
  Pool,
  type Connection,
  type PoolClient,
  type Submittable,
} from 'pg';
import type { Settings } from '../settings.ts';
import { DatabaseError } from './database-error.ts';
import type { Statement } from './statements.ts';

/** How long a request waits for a free or new connection. */
const connectTimeoutMs = 10_000;

const pools = new Map<string, Pool>();

function poolFor({ url, connections }: Settings['database']): Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // A lost idle connection is removed by the pool; without a listener its error would end the process.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/** SQLSTATE classes: connection lost, insufficient resources, statement cancelled. */
const unavailable = /^(08|53|57)/;

/** @param error an error of Postgres or of the connection */
function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof PostgresError) {
    const { message, code = '', detail: details, hint } = error;
    return new DatabaseError({ message, code, details, hint }, unavailable.test(code) ? 503 : 400);
  }
  return new DatabaseError(
    { message: error instanceof Error ? error.message : String(error) },
    503,
  );
}

interface BatchResult {
  /** The first column of each row of the last statement. */
  values: (string | null)[];
  error: PostgresError | null;
}

/**
 * Statements that are sent in one batch with a final Sync. Postgres runs them as one transaction: after an error it skips
 * the rest, and at the Sync it commits or rolls back. They are unnamed, so that the connection keeps no state.
 */
class Batch implements Submittable {
  readonly #statements: readonly Statement[];
  readonly #resolve: (result: BatchResult) => void;
  readonly #reject: (error: Error) => void;
  readonly #result: BatchResult = { values: [], error: null };
  #completed = 0;

  constructor(
    statements: readonly Statement[],
    resolve: (result: BatchResult) => void,
    reject: (error: Error) => void,
  ) {
    this.#statements = statements;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    // The client drops a failed query; only from here on may the connection be reused.
    connection.once('readyForQuery', () => this.#resolve(this.#result));
    connection.stream.cork();
    for (const { text, values } of this.#statements) {
      connection.parse({ name: '', text, types: [] }, true);
      connection.bind({ values }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#completed === this.#statements.length - 1)
      this.#result.values.push(fields[0] ?? null);
  }

  handleCommandComplete(): void {
    this.#completed += 1;
  }

  handleError(error: Error): void {
    const isStatementError = error instanceof PostgresError && error.severity === 'ERROR';
    if (isStatementError) this.#result.error = error;
    else this.#reject(error);
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleReadyForQuery(): void {}
}

/** @throws if the connection cannot be used any more */
function send(
  client: PoolClient,
  statements: readonly Statement[],
  timeoutMs: number,
): Promise<BatchResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not respond')), timeoutMs);
    const onError = (error: Error) => reject(error);
    const settle =
      <T>(then: (it: T) => void) =>
      (it: T) => {
        clearTimeout(timer);
        client.off('error', onError);
        then(it);
      };
    client.on('error', onError);
    client.query(new Batch(statements, settle(resolve), settle(reject)));
  });
}

/**
 * Runs statements as one transaction in one round trip, and returns the single value of the last one. The timeout is for a
 * connection that no longer responds: statements are cancelled by `statement_timeout` before.
 * @throws DatabaseError
 */
export async function runInTransaction(
  database: Settings['database'],
  statements: readonly Statement[],
  timeoutMs = 20_000,
): Promise<string | null> {
  const rethrow = (error: unknown) => {
    throw toDatabaseError(error);
  };
  const client = await poolFor(database).connect().catch(rethrow);
  let reusable = false;
  try {
    const { values, error } = await send(client, statements, timeoutMs).catch(rethrow);
    reusable = client.getTransactionStatus() === 'I';
    if (error) throw toDatabaseError(error);
    if (values.length !== 1) throw new Error(`${values.length} rows where one was expected`);
    return values[0] ?? null;
  } finally {
    client.release(!reusable);
  }
}
