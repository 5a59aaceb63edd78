import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of a Kysely transaction that is used here. */
interface Transaction {
  executeQuery(query: object): Promise<unknown>;
}

interface Session {
  auth?: { uid?: string | null; role?: string; jwt?: object | null };
  storage?: { operation?: string };
}

/** The id of the current request. On a hosted project PostgREST passes the headers and calls `note_request`. */
const currentRequest = new AsyncLocalStorage<string>();

const validRequestId = /^[\w-]{8,64}$/;

export function withRequestId<T>(request: Request, work: () => T): T {
  const id = request.headers.get('x-request-id') ?? '';
  return currentRequest.run(validRequestId.test(id) ? id : '', work);
}

const settings = `select set_config('role', $1, true),
  set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $1, true),
  set_config('request.jwt.claims', $3, true),
  set_config('storage.operation', $4, true),
  set_config('request.headers', $5, true),
  set_config('application_name', $6, true)`;

/** Sets role and claims of the request in one statement, where Supabase Lite 0.10.0 sends six. */
export async function applySessionSettings(db: Transaction, session: Session): Promise<void> {
  const role = session.auth?.role ?? 'anon';
  const claims = JSON.stringify(session.auth?.jwt ?? { role });
  const id = currentRequest.getStore() ?? '';
  const parameters = [
    role,
    session.auth?.uid ?? '',
    claims,
    session.storage?.operation ?? '',
    id && JSON.stringify({ 'x-request-id': id }),
    id ? `api ${id}` : 'api',
  ];
  await db.executeQuery(rawQuery(settings, parameters));
}

/** The same as Kysely's `CompiledQuery.raw`. Kysely is a dependency of Lite, not of this project. */
function rawQuery(sql: string, parameters: unknown[]): object {
  const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] };
  return { sql, parameters, query, queryId: { queryId: sql } };
}
