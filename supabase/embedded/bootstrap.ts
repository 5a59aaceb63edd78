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

/** Connections that can be thrown away and opened anew behind whoever holds them. */
export interface RenewableSql {
  sql: Sql;
  renew(): void;
  end(): Promise<void>;
}

/**
 * For as long as the stack runs. After its server's death the driver may keep a connection that never answers
 * again, so all of them are renewed.
 */
export function connectRenewably(url: string, max: number): RenewableSql {
  const open = (): Sql => connect(url, { max });
  let current = open();
  const sql = new Proxy(current, {
    apply: (_, self, given: unknown[]) => Reflect.apply(current, self, given) as unknown,
    get: (_, name) => Reflect.get(current, name) as unknown,
  });
  return {
    sql,
    renew: () => {
      const dead = current;
      current = open();
      void dead.end({ timeout: 0 }).catch(() => undefined);
    },
    end: () => current.end({ timeout: 1 }),
  };
}

/** What a hosted project has before its first migration: roles, schemas, extensions, privileges. */
export async function createRoles(state: State, port: number): Promise<void> {
  const sql = connect(databaseUrl(state, port, superuser));
  try {
    const [role] = await sql`select from pg_roles where rolname = 'authenticator'`;
    const { postgresPassword } = state.secrets;
    const password = `alter role postgres password '${postgresPassword}'`;
    if (!role) await sql.unsafe(`${await readSql('roles.sql')};${password}`);
    await sql.unsafe(`alter role authenticator password '${postgresPassword}'`);
    // Hosted projects let their owner set what PostgREST reads.
    await sql.unsafe(
      'grant set on parameter pgrst.db_pre_request, session_replication_role to postgres',
    );
    const [sandbox] = await sql`select from pg_database where datname = 'sandbox'`;
    if (!sandbox) await sql.unsafe('create database sandbox owner postgres');
  } finally {
    await sql.end();
  }
}

/** After Lite has made its system tables: the grants and auth functions that it lacks. */
export async function completeSystemSchemas(sql: Sql): Promise<void> {
  await sql.unsafe(await readSql('system-schemas.sql'));
}

function readSql(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, name), 'utf8');
}
