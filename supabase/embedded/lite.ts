import { App, InMemoryLruCacheDriver, setExperimental } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { createMailer } from './auth-mails.ts';
import type { Sql } from './bootstrap.ts';
import { asPostgrestError } from './database-errors.ts';
import { columnTypes } from './column-types.ts';
import type { Config } from './config.ts';
import { FileStore, type StoredMetadata } from './file-store.ts';
import { sharpTransformation } from './image-transformation.ts';
import { Reservations } from './reservations.ts';
import type { RestSettings } from './rest-settings.ts';
import { correctAnswer, correctRequest } from './rest-calls.ts';
import { schemaPart } from './rest-schema.ts';
import { applySessionSettings, preferred, requestedSchema } from './session-settings.ts';
import type { State } from './state.ts';

export interface Lite {
  connection: PostgresConnection;
  fetch(request: Request, peerAddress: string | null): Promise<Response>;
  createSystemSchemas(): Promise<void>;
  /** What the project's migrations have set. */
  configure(settings: RestSettings): void;
  stop(): Promise<void>;
}

/** Supabase Lite (REST, auth, storage) on the embedded Postgres, with the workarounds that its version 0.10.0 needs. */
export async function createLite(
  state: State,
  options: { databaseUrl: string; sql: Sql; siteUrl: string; config: Config },
): Promise<Lite> {
  const { config } = options;
  process.env['LITE_TELEMETRY'] = '0';
  process.env['DO_NOT_TRACK'] = '1';
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: { max: 5, onnotice: () => undefined, types: columnTypes },
  });
  const reservations = new Reservations(connection.driver);
  connection.driver.reserve = () => reservations.reserve() as Promise<never>;
  patchConnection(connection);
  patchRest(connection, options.sql);
  // The first `init` prints a warning about experimental features, so none is enabled yet.
  await new App({ connection, auth: { enabled: false }, storage: { enabled: false } }).init();
  // Without this feature every storage route responds with 404.
  setExperimental('storage', true);
  const app = new App({
    connection,
    api: config.api,
    auth: {
      ...config.auth,
      enabled: true,
      jwt_secret: state.secrets.jwtSecret,
      site_url: options.siteUrl,
      additional_redirect_urls: [`${options.siteUrl}/**`],
    },
    storage: { ...config.storage, enabled: true },
    studio: { enabled: false },
    options: {
      // The gateway checks API keys and translates them into Lite's own tokens.
      server: { apiKeys: false, disableStudio: true },
      drivers: {
        cache: new InMemoryLruCacheDriver({ maxSizeBytes: 16 * 1024 * 1024 }),
      },
    },
  });
  app._mailer = createMailer(options.sql, options.siteUrl);
  app._storageAdapter = new FileStore(state.files, (bucket, key) =>
    readMetadata(options.sql, bucket, key),
  );
  app._transformationAdapter = sharpTransformation;
  return {
    connection,
    fetch: (request, peerAddress) => app.fetch(request, { peerAddress }),
    createSystemSchemas: () => app.ensureSystemSchema(),
    configure: ({ rollback_enabled: rollback, ...settings }) => {
      Object.assign(app.config.api ?? {}, settings);
      if (rollback) allowRollback(connection);
    },
    stop: async () => {
      await reservations.close();
      await connection.close();
    },
  };
}

async function readMetadata(sql: Sql, bucket: string, key: string): Promise<StoredMetadata | null> {
  const [metadata] = await sql<StoredMetadata[]>`
    select coalesce(metadata ->> 'mimetype', 'application/octet-stream') as mimetype,
      coalesce(metadata ->> 'cacheControl', 'no-cache') as "cacheControl"
    from storage.objects where bucket_id = ${bucket} and name = ${key}`;
  return metadata ?? null;
}

/** `Prefer: tx=rollback`, which Supabase Lite 0.10.0 reads but does not obey. */
function allowRollback(connection: PostgresConnection): void {
  const withContext = connection.withContext.bind(connection);
  connection.withContext = (session, work, options) => {
    const forceRollback = /(^|[,\s])tx=rollback\b/.test(preferred());
    return withContext(session, work, forceRollback ? { ...options, forceRollback } : options);
  };
}

/** Where Supabase Lite 0.10.0 differs from PostgREST. */
function patchRest(connection: PostgresConnection, sql: Sql): void {
  const introspect = connection.introspect.bind(connection);
  connection.introspect = async (options) => {
    const [whole, schema] = [await introspect(options), requestedSchema()];
    return schema === null ? whole : schemaPart(whole, schema);
  };
  const check = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (ast) =>
    correctRequest(await check(ast), await connection.introspect({ useCache: true }), sql);
  const withContext = connection.withContext.bind(connection);
  connection.withContext = (session, work, options) => {
    const headers = options?.rpc?.requestHeaders;
    if (!headers) return withContext(session, work, options);
    const call: typeof work = async (db) => {
      const result = await work(db);
      if (!(result instanceof Response)) return result;
      return (await correctAnswer(result, preferred(), headers['accept'])) as typeof result;
    };
    return withContext(session, call, options);
  };
}

/** Sets members that are private in the types of Supabase Lite 0.10.0 and have no option. */
function patchConnection(connection: PostgresConnection): void {
  // With 'unknown' the first request grants everything on every table, against the migrations' revokes.
  Reflect.set(connection, 'rlsState', 'active');
  Reflect.set(connection, 'applyJwtSessionContext', applySessionSettings);
  connection.normalizeDbError = asPostgrestError;
}
