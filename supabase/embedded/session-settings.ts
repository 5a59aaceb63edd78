import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of a Kysely transaction that is used here. */
interface Transaction {
  executeQuery(query: object): Promise<unknown>;
}

interface Session {
  auth?: { uid?: string | null; role?: string; jwt?: object | null };
  storage?: { operation?: string };
}

interface CurrentRequest {
  /** On a hosted project PostgREST passes the headers and calls `note_request`. */
  id: string;
  /** The schema that a request to REST means; null for other requests. */
  schema: string | null;
  prefer: string;
}

const currentRequest = new AsyncLocalStorage<CurrentRequest>();

const validRequestId = /^[\w-]{8,64}$/;

export function withRequest<T>({ method, url, headers }: Request, work: () => T): T {
  const id = headers.get('x-request-id') ?? '';
  const reads = method === 'GET' || method === 'HEAD';
  const profile = headers.get(reads ? 'accept-profile' : 'content-profile') ?? 'public';
  const request: CurrentRequest = {
    id: validRequestId.test(id) ? id : '',
    schema: new URL(url).pathname.startsWith('/rest/v1/') ? profile : null,
    prefer: headers.get('prefer') ?? '',
  };
  return currentRequest.run(request, work);
}

export const requestedSchema = (): string | null => currentRequest.getStore()?.schema ?? null;

/** The request's `Prefer` header. */
export const preferred = (): string => currentRequest.getStore()?.prefer ?? '';

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
  const id = currentRequest.getStore()?.id ?? '';
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
