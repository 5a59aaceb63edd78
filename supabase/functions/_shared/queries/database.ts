import type { Sql } from 'sql-template-tag';
import type { Settings } from '../settings.ts';
import type { Arguments, FunctionName, Reply, RowsFunction } from './functions.ts';
import { runTogether } from './postgres.ts';
import { asList, callOf, introduce, type Identity, type Statement } from './statements.ts';

type Given<Name extends FunctionName> =
  Record<never, never> extends Arguments<Name>
    ? [given?: Arguments<Name>]
    : [given: Arguments<Name>];

/** The database as one caller. Each call is one round trip and one transaction, under row-level security. */
export interface Db {
  /**
   * Calls a database function that returns one value.
   * @throws DatabaseError
   */
  call<Name extends Exclude<FunctionName, RowsFunction>>(
    name: Name,
    ...given: Given<Name>
  ): Promise<Reply<Name>>;
  /**
   * Calls a database function that returns rows.
   * @throws DatabaseError
   */
  list<Name extends RowsFunction>(name: Name, ...given: Given<Name>): Promise<Reply<Name>>;
  /**
   * Runs one statement; what it selects or returns comes as PostgREST would write it in JSON.
   * @throws DatabaseError
   */
  query<Row>(statement: Sql): Promise<Row[]>;
}

/** The row of a statement that always gives one. */
export function single<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('No row');
  return row;
}

function connect({ database, requestId }: Settings, identity: Identity): Db {
  const ask = async (statement: Statement) => {
    const json = await runTogether(database, [introduce(identity, requestId), statement]);
    return json === null ? null : JSON.parse(json);
  };
  return {
    call(name, ...[given]) {
      const { text, values } = callOf(name, given);
      return ask({ text: `select to_json(${text})`, values });
    },
    list(name, ...[given]) {
      const { text, values } = callOf(name, given);
      return ask({ text: `select coalesce(json_agg(listed), '[]') from ${text} listed`, values });
    },
    query: (statement) => ask(asList(statement)),
  };
}

/** As a visitor, or as the person whose verified token has these claims: row-level security decides. */
export function connectAs(settings: Settings, claims: object | null): Db {
  return connect(
    settings,
    claims ? { role: 'authenticated', claims } : { role: 'anon', claims: { role: 'anon' } },
  );
}

/** Bypasses row-level security: for payments, and for writes that the API limits or asks a password for. */
export function connectAsService(settings: Settings): Db {
  return connect(settings, { role: 'service_role', claims: { role: 'service_role' } });
}
