import type { Sql } from 'sql-template-tag';
import type { Settings } from '../settings.ts';
import type { Arguments, FunctionName, Reply, RowsFunction } from './functions.ts';
import { runInTransaction } from './postgres.ts';
import { asList, callOf, introduce, type Identity, type Statement } from './statements.ts';

type CallArguments<Name extends FunctionName> =
  Record<never, never> extends Arguments<Name> ? [args?: Arguments<Name>] : [args: Arguments<Name>];

/** The database with the rights of one caller. Each call is one round trip and one transaction. */
export interface Db {
  /**
   * Calls a database function that returns one value.
   * @throws DatabaseError
   */
  call<Name extends Exclude<FunctionName, RowsFunction>>(
    name: Name,
    ...args: CallArguments<Name>
  ): Promise<Reply<Name>>;
  /**
   * Calls a database function that returns rows.
   * @throws DatabaseError
   */
  list<Name extends RowsFunction>(name: Name, ...args: CallArguments<Name>): Promise<Reply<Name>>;
  /**
   * Runs one statement. Its rows have the same JSON format as PostgREST's.
   * @throws DatabaseError
   */
  query<Row>(statement: Sql): Promise<Row[]>;
}

/** The row of a statement that always returns one. */
export function single<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('No row');
  return row;
}

/** How long the database may take for a statement, and for a whole file; the site waits a minute for an answer. */
const seconds = { statement: 8, file: 50 };
const ofFiles: ReadonlySet<string> = new Set<FunctionName>([
  ...(['office.import_products', 'office.start_product_import'] as const),
  'office.continue_product_import',
]);

function connect({ database, requestId }: Settings, identity: Identity): Db {
  const run = async (statement: Statement, limit = seconds.statement) => {
    const statements = [introduce(identity, requestId, limit), statement];
    const json = await runInTransaction(database, statements, (limit + 12) * 1000);
    return json === null ? null : JSON.parse(json);
  };
  return {
    call(name, ...[args]) {
      const { text, values } = callOf(name, args);
      const limit = ofFiles.has(name) ? seconds.file : seconds.statement;
      return run({ text: `select to_json(${text})`, values }, limit);
    },
    list(name, ...[args]) {
      const { text, values } = callOf(name, args);
      return run({ text: `select coalesce(json_agg(listed), '[]') from ${text} listed`, values });
    },
    query: (statement) => run(asList(statement)),
  };
}

/** As the user of these verified claims, or as a visitor, under row-level security. */
export function connectAs(settings: Settings, claims: object | null): Db {
  return connect(
    settings,
    claims ? { role: 'authenticated', claims } : { role: 'anon', claims: { role: 'anon' } },
  );
}

/** For who has opened the link of an order, which `private.linked_order` names: reads as the service role, and writes as a visitor. */
export function connectForLink(settings: Settings, orderId: string) {
  const claims = { role: 'anon', linked_order: orderId };
  return {
    reading: connect(settings, { role: 'service_role', claims }),
    acting: connect(settings, { role: 'authenticated', claims }),
  };
}

/** Bypasses row-level security: for payments, for links to orders, and for writes that need a rate limit or a password check. */
export function connectAsService(settings: Settings): Db {
  return connect(settings, { role: 'service_role', claims: { role: 'service_role' } });
}
