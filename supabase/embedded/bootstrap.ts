import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { superuser } from './postgres.ts';
import type { State } from './state.ts';

export type Sql = postgres.Sql;

export function databaseUrl(state: State, port: number, user = 'postgres', name = 'postgres') {
  return `postgresql://${user}:${state.secrets.postgresPassword}@127.0.0.1:${port}/${name}`;
}

function connect(url: string, options: postgres.Options<Record<string, never>> = {}): Sql {
  return postgres(url, { max: 1, onnotice: () => undefined, ...options });
}

/** A database client that keeps working after all its connections were replaced. */
export interface ReconnectingSql {
  sql: Sql;
  reconnect(): void;
  end(): Promise<void>;
}

/**
 * For the whole life of the stack. When Postgres has ended, the driver may keep a connection that never responds
 * again, so all of them are replaced.
 */
export function connectWithReplacement(url: string, max: number): ReconnectingSql {
  const open = (): Sql => connect(url, { max });
  let current = open();
  const sql = new Proxy(current, {
    apply: (_, self, args: unknown[]) => Reflect.apply(current, self, args) as unknown,
    get: (_, name) => Reflect.get(current, name) as unknown,
  });
  return {
    sql,
    reconnect: () => {
      const previous = current;
      current = open();
      void previous.end({ timeout: 0 }).catch(() => undefined);
    },
    end: () => current.end({ timeout: 1 }),
  };
}

/** Creates what a hosted project has before its first migration: roles, schemas, extensions, privileges. */
export async function createRoles(state: State, port: number): Promise<void> {
  const sql = connect(databaseUrl(state, port, superuser));
  try {
    const [role] = await sql`select from pg_roles where rolname = 'authenticator'`;
    const { postgresPassword } = state.secrets;
    const password = `alter role postgres password '${postgresPassword}'`;
    if (!role) await sql.unsafe(`${await readSql('roles.sql')};${password}`);
    await sql.unsafe(`alter role authenticator password '${postgresPassword}'`);
    // Hosted projects grant these settings to `postgres` as well.
    await sql.unsafe(
      `grant set on parameter pgrst.db_pre_request, pgrst.db_plan_enabled, pgrst.db_tx_end,
        pgrst.db_aggregates_enabled, session_replication_role to postgres`,
    );
    const [sandbox] = await sql`select from pg_database where datname = 'sandbox'`;
    if (!sandbox) await sql.unsafe('create database sandbox owner postgres');
  } finally {
    await sql.end();
  }
}

/** Adds the grants and auth functions that Lite lacks, once Lite has created its system tables. */
export async function completeSystemSchemas(sql: Sql): Promise<void> {
  await sql.unsafe(await readSql('system-schemas.sql'));
}

function readSql(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, name), 'utf8');
}

/** Whether the project has this function, such as `private.limit_password_attempts(jsonb)`. */
export async function hasFunction(sql: Sql, name: string): Promise<boolean> {
  const [row] = await sql`select to_regprocedure(${name}) is not null as exists`;
  return row?.['exists'] === true;
}
