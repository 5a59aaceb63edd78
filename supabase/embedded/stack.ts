import { join } from 'node:path';
import { functionVariables } from '../functions/_shared/environment.ts';
import { createAuthAdmin } from './auth-admin.ts';
import { readAuthLimits } from './auth-limits.ts';
import { completeSystemSchemas, connectRenewably, createRoles, databaseUrl } from './bootstrap.ts';
import { outliveLostConnections } from './database-errors.ts';
import { startFunctions, stopOrphanedFunctions } from './functions.ts';
import { watchFunctions } from './functions-watch.ts';
import { listen } from './gateway.ts';
import { createLite } from './lite.ts';
import { createMailbox } from './mailbox.ts';
import { applyMigrations, applySeed, isSeeded, markSeeded } from './migrations.ts';
import { createSandbox } from './paystack/sandbox.ts';
import { hemline, type Project } from './paths.ts';
import { freePort, requireFreePort } from './ports.ts';
import { startPostgres, stopOrphanedPostgres } from './postgres.ts';
import { startTime } from './processes.ts';
import { startReconciling, type ReconcileTimes } from './reconcile-timer.ts';
import { seedImages } from './seed-images.ts';
import { claimState, openState, writeRunning, type State } from './state.ts';
import { createSupabaseService } from './supabase-service.ts';
import { createTokens } from './tokens.ts';

export interface StackOptions {
  stateDir: string;
  ports: { supabase: number; postgres: number } | 'auto';
  /** Where the site is (or will be) served; payments and mails lead back there. */
  siteUrl: string;
  log: (line: string) => void;
  /** Another Supabase project than this repository's; for tests. */
  project?: Project;
  /** Starts the edge functions anew when their sources change; for development. */
  watch?: boolean;
  /** When quiet payments are asked about; left out, never. */
  reconcile?: ReconcileTimes;
  /** false gives up safety against a power cut for speed; for tests. */
  durable?: boolean;
}

/** What a client of the stack needs to know. */
export interface Stack {
  url: string;
  /** The edge functions themselves, past the gateway. */
  functionsUrl: string;
  dbUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  siteSecret: string;
  /** Signs the sandbox's webhooks, as a merchant's secret key does. */
  paystackSecretKey: string;
  /** True when this start created the database. */
  fresh: boolean;
  stop(): Promise<void>;
}

/**
 * Boots the whole Docker-less Supabase; everything it started is stopped again when it fails.
 * @throws with a sentence for people: a busy port, a state in use, a migration that fails.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const cleanUp: (() => Promise<unknown>)[] = [];
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= runBackwards(cleanUp));
  try {
    return { ...(await boot(options, cleanUp)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Started = Omit<Stack, 'stop'>;

async function boot(options: StackOptions, cleanUp: (() => Promise<unknown>)[]): Promise<Started> {
  const { log, siteUrl, project = hemline, durable = true } = options;
  const state = await openState(options.stateDir);
  const before = await claimState(state);
  cleanUp.push(() => writeRunning(state, null));
  if (await stopOrphanedPostgres(state)) log('Stopped a Postgres that an earlier run left behind');
  await stopOrphanedFunctions(state, before?.deno);

  const ports = await choosePorts(options.ports);
  const gateway = await listen(ports.supabase);
  cleanUp.push(() => gateway.close());
  const url = `http://127.0.0.1:${gateway.port}`;

  const endOutliving = outliveLostConnections();
  cleanUp.push(() => Promise.resolve(endOutliving()));
  const dbUrl = databaseUrl(state, ports.postgres);
  const shop = connectRenewably(dbUrl, 2);
  const provider = connectRenewably(databaseUrl(state, ports.postgres, 'postgres', 'sandbox'), 2);
  const server = await startPostgres(state, {
    port: ports.postgres,
    durable,
    log,
    onDeath: () => [shop, provider].forEach((it) => it.renew()),
  });
  cleanUp.push(() => server.stop());
  log('Postgres runs');
  await createRoles(state, ports.postgres);
  cleanUp.push(() => Promise.all([shop.end(), provider.end()]));
  const [sql, sandboxSql] = [shop.sql, provider.sql];

  const mailbox = await createMailbox(sandboxSql, { siteUrl, url });
  const lite = await createLite(state, { databaseUrl: dbUrl, sql, siteUrl, mail: mailbox.driver });
  cleanUp.push(() => lite.stop());
  await lite.createSystemSchemas();
  await completeSystemSchemas(sql);

  const applied = await applyMigrations(sql, project.migrations, log);
  if (applied > 0) log(`Applied ${applied} migration${applied === 1 ? '' : 's'}`);
  if (await applySeed(sql, project.seed)) log('Loaded the demo shop');
  const fresh = !(await isSeeded(sql, 'images'));
  if (fresh) {
    const images = await seedImages(sql, project.images, join(state.files, 'images'));
    if (images > 0) log(`Uploaded ${images} pictures`);
    await markSeeded(sql, 'images');
  }

  const { secrets } = state;
  const keys = { anonKey: secrets.anonKey, serviceRoleKey: secrets.serviceRoleKey };
  const tokens = await createTokens(secrets, `${url}/auth/v1`, sql);
  const service = await createSupabaseService(lite, tokens, createAuthAdmin(sql), {
    sql,
    limits: readAuthLimits(process.env),
  });

  const functions = await startFunctions({
    state,
    folder: project.functions,
    environment: functionEnvironment(state, { url, port: ports.postgres, siteUrl }),
    log,
    onStart: (deno) =>
      writeRunning(state, {
        launcher: { pid: process.pid, started: startTime(process.pid) },
        deno,
      }),
  });
  cleanUp.push(() => functions.stop());
  const sandbox = await createSandbox(sandboxSql, {
    url: `${url}/paystack`,
    secretKey: secrets.paystackSecretKey,
    webhookUrl: `${functions.url}/payments/webhook`,
    siteUrl,
  });
  cleanUp.push(() => Promise.resolve(sandbox.stop()));
  if (options.watch) {
    const endWatch = watchFunctions(project.functions, () => functions.restart());
    cleanUp.push(() => Promise.resolve(endWatch()));
  }
  log('Edge functions run');

  gateway.open({
    functionsPort: () => functions.port(),
    databaseRuns: () => server.isRunning(),
    isWell: async () => (await sql`select 1`).length === 1,
    supabase: service,
    sandbox: (request) => sandbox.fetch(request),
    mailbox: (request) => mailbox.fetch(request),
  });
  await sandbox.resume();
  const { reconcile } = options;
  if (reconcile) {
    const end = startReconciling({ url, serviceRoleKey: keys.serviceRoleKey, ...reconcile });
    cleanUp.push(() => Promise.resolve(end()));
  }
  const { siteSecret, paystackSecretKey } = secrets;
  const functionsUrl = functions.url;
  return { url, functionsUrl, dbUrl, ...keys, siteSecret, paystackSecretKey, fresh };
}

async function choosePorts(wanted: StackOptions['ports']) {
  if (wanted === 'auto') return { supabase: 0, postgres: await freePort() };
  await requireFreePort(wanted.supabase, 'Supabase', 'SUPABASE_PORT');
  await requireFreePort(wanted.postgres, 'Postgres', 'POSTGRES_PORT');
  return wanted;
}

/** Names as on a hosted project, then the shop's own secrets. */
function functionEnvironment(
  state: State,
  { url, port, siteUrl }: { url: string; port: number; siteUrl: string },
): Record<string, string> {
  const { secrets } = state;
  // Settings such as LIMIT_LOGIN may stand in the launcher's environment; what follows is the stack's own.
  const chosen = Object.keys(functionVariables.shape).map((name) => [name, process.env[name]]);
  return {
    DATABASE_CONNECTIONS: '4',
    ...(Object.fromEntries(chosen.filter(([, value]) => value)) as Record<string, string>),
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secrets.serviceRoleKey }),
    SUPABASE_DB_URL: databaseUrl(state, port),
    // A role that has no rights but to act as a visitor, as who is signed in, or as the service.
    DATABASE_URL: databaseUrl(state, port, 'authenticator'),
    SITE_URL: siteUrl,
    SITE_SECRET: secrets.siteSecret,
    PAYSTACK_SECRET_KEY: secrets.paystackSecretKey,
    PAYSTACK_BASE_URL: `${url}/paystack`,
  };
}

async function runBackwards(steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      console.error('While stopping:', error);
    }
  }
}
