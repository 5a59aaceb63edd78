import { join } from 'node:path';
import { functionVariables } from '../functions/_shared/environment.ts';
import { createAuthAdmin } from './auth-admin.ts';
import { readAuthLimits } from './auth-limits.ts';
import {
  completeSystemSchemas,
  connectWithReplacement,
  createRoles,
  databaseUrl,
} from './bootstrap.ts';
import { readConfig } from './config.ts';
import { ignoreLostConnections } from './database-errors.ts';
import { startFunctions, stopOrphanedFunctions } from './functions.ts';
import { watchFunctions } from './functions-watch.ts';
import { listen } from './gateway.ts';
import { createLite } from './lite.ts';
import { createMailbox } from './mailbox.ts';
import {
  applyMigrations,
  applySeed,
  beginEmpty,
  isEmpty,
  isSeeded,
  markSeeded,
} from './migrations.ts';
import { createPaystackSandbox } from './paystack/sandbox.ts';
import { seedPayments } from './paystack/seed-payments.ts';
import { hemline, repository, type Project } from './paths.ts';
import { freePort, requireFreePort } from './ports.ts';
import { startPostgres, stopOrphanedPostgres } from './postgres.ts';
import { startTime } from './processes.ts';
import { startReconciliation, type ReconcileTimes } from './reconcile-timer.ts';
import { readRestSettings } from './rest-settings.ts';
import { seedImages } from './seed-images.ts';
import { claimState, openState, writeRunning, type State } from './state.ts';
import { createStripeSandbox } from './stripe/sandbox.ts';
import { createSupabaseService } from './supabase-service.ts';
import { createTokens } from './tokens.ts';

export interface StackOptions {
  stateDir: string;
  ports: { supabase: number; postgres: number } | 'auto';
  /** The site's address, for links in emails and after a payment. */
  siteUrl: string;
  log: (line: string) => void;
  /** Another Supabase project than this repository's; for tests. */
  project?: Project;
  /** Restarts the edge functions when their sources change; for development. */
  watch?: boolean;
  /** A new database gets no demo shop, nor later. */
  empty?: boolean;
  /** When open payments are reconciled; never by default. */
  reconcile?: ReconcileTimes;
  /** false is faster, but loses data in a power failure; for tests. */
  durable?: boolean;
}

/** The addresses and keys of a running stack. */
export interface Stack {
  url: string;
  /** The edge functions, without the gateway. */
  functionsUrl: string;
  dbUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  siteSecret: string;
  /** The secret key of the merchant in Paystack's sandbox, which signs its webhooks. */
  paystackSecretKey: string;
  stripeSecretKey: string;
  /** Signs the webhooks of Stripe's sandbox. */
  stripeWebhookSecret: string;
  /** True when this start created the database. */
  fresh: boolean;
  /** Whether the shop began without the demo. */
  empty: boolean;
  stop(): Promise<void>;
}

/**
 * Starts Supabase without Docker. If it fails, everything started so far is stopped.
 * @throws if a port or the state is in use, or a migration fails; the message is for people
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const cleanUp: (() => Promise<unknown>)[] = [];
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= runInReverse(cleanUp));
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
  const config = readConfig(project);
  const state = await openState(options.stateDir);
  const previous = await claimState(state);
  cleanUp.push(() => writeRunning(state, null));
  if (await stopOrphanedPostgres(state)) log('Stopped the Postgres of an earlier run');
  await stopOrphanedFunctions(state, previous?.deno);

  const ports = await choosePorts(options.ports);
  const gateway = await listen(ports.supabase);
  cleanUp.push(() => gateway.close());
  const url = `http://127.0.0.1:${gateway.port}`;

  const stopIgnoring = ignoreLostConnections();
  cleanUp.push(() => Promise.resolve(stopIgnoring()));
  const dbUrl = databaseUrl(state, ports.postgres);
  const shop = connectWithReplacement(dbUrl, 2);
  const provider = connectWithReplacement(
    databaseUrl(state, ports.postgres, 'postgres', 'sandbox'),
    2,
  );
  const server = await startPostgres(state, {
    port: ports.postgres,
    durable,
    log,
    onExit: () => [shop, provider].forEach((it) => it.reconnect()),
  });
  cleanUp.push(() => server.stop());
  log('Postgres is running');
  await createRoles(state, ports.postgres);
  cleanUp.push(() => Promise.all([shop.end(), provider.end()]));
  const [sql, sandboxSql] = [shop.sql, provider.sql];

  const mailbox = await createMailbox(sandboxSql, {
    siteUrl,
    apiKey: state.secrets.serviceRoleKey,
  });
  const lite = await createLite(state, {
    databaseUrl: dbUrl,
    sql,
    siteUrl,
    config,
  });
  cleanUp.push(() => lite.stop());
  await lite.createSystemSchemas();
  await completeSystemSchemas(sql);

  const applied = await applyMigrations(sql, project.migrations, log);
  if (applied > 0) log(`Applied ${applied} migration${applied === 1 ? '' : 's'}`);
  lite.configure(await readRestSettings(sql));
  if (options.empty) await beginEmpty(sql);
  const seeded = await applySeed(sql, project.seed);
  if (seeded) log('Loaded the demo shop');
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
    config: config.auth,
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
  const paystack = await createPaystackSandbox(sandboxSql, {
    url: `${url}/paystack`,
    secretKey: secrets.paystackSecretKey,
    webhookUrl: `${functions.url}/payments/webhook`,
    siteUrl,
  });
  const stripe = await createStripeSandbox(sandboxSql, {
    url,
    secretKey: secrets.stripeSecretKey,
    webhookSecret: secrets.stripeWebhookSecret,
    webhookUrl: `${functions.url}/payments/webhook/stripe`,
    siteUrl,
  });
  const sandboxes = [paystack, stripe];
  cleanUp.push(() => Promise.resolve(sandboxes.forEach((it) => it.stop())));
  if (seeded) await seedPayments(sql, sandboxSql);
  if (options.watch) {
    const sources = [project.functions, join(repository, 'src/shop')];
    const endWatch = watchFunctions(sources, () => functions.restart());
    cleanUp.push(() => Promise.resolve(endWatch()));
  }
  log('Edge functions are running');

  gateway.open({
    functionsPort: () => functions.port(),
    isDatabaseRunning: () => server.isRunning(),
    pingDatabase: async () => (await sql`select 1`).length === 1,
    supabase: service,
    paystack: (request) => paystack.fetch(request),
    stripe: (request) => stripe.fetch(request),
    mailbox: (request) => mailbox.fetch(request),
  });
  await Promise.all(sandboxes.map((it) => it.resume()));
  const { reconcile } = options;
  if (reconcile) {
    const end = startReconciliation({ url, serviceRoleKey: keys.serviceRoleKey, ...reconcile });
    cleanUp.push(() => Promise.resolve(end()));
  }
  const { siteSecret, paystackSecretKey, stripeSecretKey, stripeWebhookSecret } = secrets;
  const providerKeys = { paystackSecretKey, stripeSecretKey, stripeWebhookSecret };
  const functionsUrl = functions.url;
  return {
    url,
    functionsUrl,
    dbUrl,
    ...keys,
    siteSecret,
    ...providerKeys,
    fresh,
    empty: await isEmpty(sql),
  };
}

async function choosePorts(ports: StackOptions['ports']) {
  if (ports === 'auto') return { supabase: 0, postgres: await freePort() };
  await requireFreePort(ports.supabase, 'Supabase', 'SUPABASE_PORT');
  await requireFreePort(ports.postgres, 'Postgres', 'POSTGRES_PORT');
  return ports;
}

/** The variables of a hosted project and the shop's own secrets. */
function functionEnvironment(
  state: State,
  { url, port, siteUrl }: { url: string; port: number; siteUrl: string },
): Record<string, string> {
  const { secrets } = state;
  // Settings such as LIMIT_LOGIN may be set in the launcher's environment; the stack's own values override them.
  const configured = Object.keys(functionVariables.shape).map((name) => [name, process.env[name]]);
  return {
    DATABASE_CONNECTIONS: '4',
    MAIL_FROM: 'Shop <hello@shop.example>',
    MAIL_API_URL: `${url}/mailbox/emails`,
    MAIL_API_KEY: secrets.serviceRoleKey,
    ...(Object.fromEntries(configured.filter(([, value]) => value)) as Record<string, string>),
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secrets.serviceRoleKey }),
    SUPABASE_DB_URL: databaseUrl(state, port),
    // This role has no rights but to switch to anon, authenticated or service_role.
    DATABASE_URL: databaseUrl(state, port, 'authenticator'),
    SITE_URL: siteUrl,
    SITE_SECRET: secrets.siteSecret,
    PAYSTACK_SECRET_KEY: secrets.paystackSecretKey,
    PAYSTACK_BASE_URL: `${url}/paystack`,
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    STRIPE_BASE_URL: url,
  };
}

async function runInReverse(steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      console.error('While stopping:', error);
    }
  }
}
