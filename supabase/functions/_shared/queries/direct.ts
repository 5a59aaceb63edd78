import postgres, { type Sql } from 'postgres';
import type { Settings } from '../settings.ts';

/** Who asks, as PostgREST would tell the database. */
export interface Identity {
  role: 'anon' | 'authenticated' | 'service_role';
  /** Of a token whose signature was verified. */
  claims: object;
}

/** A function of the database and its arguments; objects and lists become JSON. */
export interface Question {
  name: string;
  given: Readonly<Record<string, unknown>>;
}

const pools = new Map<string, Sql>();

function poolFor({ url, connections }: NonNullable<Settings['database']>): Sql {
  const pool =
    pools.get(url) ??
    postgres(url, {
      max: connections,
      idle_timeout: 60,
      connect_timeout: 10,
      // It would ask for the types of arrays at each new connection; there are none in what is answered.
      fetch_types: false,
      onnotice: () => undefined,
    });
  pools.set(url, pool);
  return pool;
}

const plainName = /^[a-z_][a-z0-9_]*$/;

/** Right whatever `standard_conforming_strings` says. */
function literal(text: string): string {
  if (text.includes('\0')) throw Object.assign(new Error('Zero byte'), { code: '22021' });
  const doubled = text.replaceAll("'", "''");
  return doubled.includes('\\') ? ` E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}

function argument(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return literal(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function callOf({ name, given }: Question): string {
  const names = Object.keys(given);
  if (![name, ...names].every((it) => plainName.test(it))) throw new Error('Not a plain name');
  return `public.${name}(${names.map((it) => `${it} => ${argument(given[it])}`).join(', ')})`;
}

/** As PostgREST does at the beginning of each request; all of it ends with the transaction. */
function introduce({ role, claims }: Identity, requestId: string | undefined): string {
  const settings = {
    role,
    'request.jwt.claims': JSON.stringify(claims),
    'request.headers': requestId ? JSON.stringify({ 'x-request-id': requestId }) : '',
    application_name: requestId ? `api ${requestId}` : 'api',
    statement_timeout: '8s',
  };
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${literal(value)}, true)`,
  );
  return `select ${set.join(', ')}`;
}

/**
 * Puts a question to Postgres in one round trip. The statements of one message are one transaction: where the first
 * fails, which says who asks, the second is never looked at.
 * @throws what Postgres refused, with its SQLSTATE as `code`
 */
export async function askDirectly(
  database: NonNullable<Settings['database']>,
  identity: Identity,
  question: Question,
  requestId: string | undefined,
): Promise<unknown> {
  const text = `${introduce(identity, requestId)}; select to_json(${callOf(question)}) as answer`;
  const answers = await poolFor(database).unsafe(text).simple();
  const [row] = (answers as unknown as { answer: unknown }[][])[1] ?? [];
  return row?.answer ?? null;
}
