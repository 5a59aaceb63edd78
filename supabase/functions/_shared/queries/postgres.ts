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

/** How long a request waits for a free connection or for a new one, in milliseconds. */
const connectTimeout = 10_000;
/** Postgres ends each statement itself after `statement_timeout`; this is for a connection that no longer answers. */
const answerTimeout = 20_000;

const pools = new Map<string, Pool>();

function poolFor({ url, connections }: Settings['database']): Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // An idle connection was lost. The pool has removed it; without a listener the process would end.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/** Connection lost, no resources left, and a statement that was cancelled, by its timeout for instance. */
const unavailable = /^(08|53|57)/;

/** @param error what Postgres refused, or that it was not reached */
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

interface Outcome {
  /** The first column of each row of the last statement. */
  values: (string | null)[];
  error: PostgresError | null;
}

/**
 * Statements that are sent together and end with one Sync. Postgres runs them as one transaction: after an error it skips
 * the rest, and at the Sync it commits or rolls back. They are unnamed, so that nothing stays behind on the connection.
 */
class Batch implements Submittable {
  readonly #statements: readonly Statement[];
  readonly #done: (outcome: Outcome) => void;
  readonly #lost: (error: Error) => void;
  readonly #outcome: Outcome = { values: [], error: null };
  #completed = 0;

  constructor(
    statements: readonly Statement[],
    done: (outcome: Outcome) => void,
    lost: (error: Error) => void,
  ) {
    this.#statements = statements;
    this.#done = done;
    this.#lost = lost;
  }

  submit(connection: Connection): void {
    // The client forgets a query that failed, and a connection may be reused only from here on.
    connection.once('readyForQuery', () => this.#done(this.#outcome));
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
      this.#outcome.values.push(fields[0] ?? null);
  }

  handleCommandComplete(): void {
    this.#completed += 1;
  }

  handleError(error: Error): void {
    const goesOn = error instanceof PostgresError && error.severity === 'ERROR';
    if (goesOn) this.#outcome.error = error;
    else this.#lost(error);
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleReadyForQuery(): void {}
}

/** @throws where the connection is of no further use */
function send(client: PoolClient, statements: readonly Statement[]): Promise<Outcome> {
  return new Promise((done, lost) => {
    const timer = setTimeout(() => lost(new Error('The database does not answer')), answerTimeout);
    const onError = (error: Error) => lost(error);
    const settle =
      <T>(then: (it: T) => void) =>
      (it: T) => {
        clearTimeout(timer);
        client.off('error', onError);
        then(it);
      };
    client.on('error', onError);
    client.query(new Batch(statements, settle(done), settle(lost)));
  });
}

/**
 * Runs statements as one transaction in one round trip, and gives the one value of the last.
 * @throws DatabaseError
 */
export async function runTogether(
  database: Settings['database'],
  statements: readonly Statement[],
): Promise<string | null> {
  const unreached = (error: unknown) => {
    throw toDatabaseError(error);
  };
  const client = await poolFor(database).connect().catch(unreached);
  let reusable = false;
  try {
    const { values, error } = await send(client, statements).catch(unreached);
    reusable = client.getTransactionStatus() === 'I';
    if (error) throw toDatabaseError(error);
    if (values.length !== 1) throw new Error(`${values.length} rows where one was expected`);
    return values[0] ?? null;
  } finally {
    client.release(!reusable);
  }
}
