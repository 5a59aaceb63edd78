/** The part of a Kysely transaction that is used here. */
interface Transaction {
  executeQuery(query: object): Promise<unknown>;
}

interface Session {
  auth?: { uid?: string | null; role?: string; jwt?: object | null };
  storage?: { operation?: string };
}

const settings = `select set_config('role', $1, true),
  set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $1, true),
  set_config('request.jwt.claims', $3, true),
  set_config('storage.operation', $4, true)`;

/** Who the request is, told to Postgres in one statement where Lite sends six. */
export async function applySessionSettings(db: Transaction, session: Session): Promise<void> {
  const role = session.auth?.role ?? 'anon';
  const claims = JSON.stringify(session.auth?.jwt ?? { role });
  const parameters = [role, session.auth?.uid ?? '', claims, session.storage?.operation ?? ''];
  await db.executeQuery(rawQuery(settings, parameters));
}

/** What Kysely's `CompiledQuery.raw` returns; Kysely itself is Lite's dependency, not ours. */
function rawQuery(sql: string, parameters: unknown[]): object {
  const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] };
  return { sql, parameters, query, queryId: { queryId: sql } };
}
