import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readVariables, toolVariables } from '../supabase/functions/_shared/environment.ts';
import { pageProvider } from '../supabase/functions/_shared/payments/providers.ts';
import { setup } from '../supabase/functions/_shared/schemas/figures.ts';
import { checkoutSettings } from '../supabase/functions/_shared/schemas/visitors.ts';
import { calls } from '../supabase/functions/api/calls.ts';
import { migrationsOf } from './backup-tables.ts';
import { runCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { checkDirectWrites } from './deploy-check/direct-writes.ts';
import type { Check, Deployment, Finding, Outcome } from './deploy-check/finding.ts';
import { probes } from './deploy-check/probes.ts';
import { projectAccess } from './project.ts';
import { readSettings, root } from './settings.ts';

/** A check is skipped while the one that it depends on fails. */
const dependsOn: Readonly<Record<string, string>> = {
  'Direct writes': 'Migrations',
  'Database of the functions': 'Function api',
  'Orders without an account': 'Database of the functions',
  'Bucket for pictures': 'Service key',
  Administrator: 'Service key',
  'Address of the shop': 'Secret of site and functions',
  'Payment providers': 'Secret of site and functions',
  'Secret API key': 'Secret of site and functions',
  Mail: 'Secret of site and functions',
  'Mail of accounts': 'Migrations',
  'New password': 'Service key',
  'Mail by the auth server': 'Service key',
  'Addresses of shoppers': 'Secret of site and functions',
  Encryption: 'Site',
  'Content security policy': 'Site',
};

const wrong = (text: string): Outcome => ({ wrong: text });

function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(url, { method, headers, signal: AbortSignal.timeout(15_000) });
}

const asService = ({ serviceRoleKey }: Deployment) => ({
  apikey: serviceRoleKey,
  authorization: `Bearer ${serviceRoleKey}`,
});

const askStatus = (it: Deployment) =>
  ask(`${it.url}/functions/v1/payments/status`, {
    ...asService(it),
    'x-site-secret': it.siteSecret,
  });

const askAdministrators = (it: Deployment) =>
  ask(`${it.url}/rest/v1/administrators?select=id&limit=1`, asService(it));

/** In the order of a deployment: the first failure is the one to fix first. */
const checks: Readonly<Record<string, Check>> = {
  Migrations: async ({ dbUrl }) => {
    const applied = await withDatabase(dbUrl, migrationsOf);
    const files = await readdir(join(root, 'supabase/migrations'));
    const versions = files.flatMap((name) => /^(\d+)_.*\.sql$/.exec(name)?.[1] ?? []);
    const missing = versions.filter((it) => !applied.includes(it));
    if (missing.length === 0) return `${versions.length} applied`;
    return wrong(`${missing.length} are missing, ${missing[0]} first: npx supabase db push`);
  },
  'Direct writes': checkDirectWrites,
  'Service key': async (it) => {
    const { ok, status } = await askAdministrators(it);
    if (ok) return 'valid for the project';
    const refused = status === 401 || status === 403;
    return wrong(
      `the database answered ${status}: ${refused ? 'SUPABASE_SERVICE_ROLE_KEY belongs to another project' : 'npx supabase db push'}`,
    );
  },
  'Bucket for pictures': async (it) => {
    const answer = await ask(`${it.url}/storage/v1/bucket/images`, asService(it));
    if (!answer.ok) return wrong(`it answered ${answer.status}: npx supabase db push creates it`);
    const bucket = (await answer.json()) as { public?: boolean };
    return bucket.public ? 'public' : wrong('it is private: npx supabase seed buckets --linked');
  },
  'Function api': async (it) => {
    const answer = await ask(`${it.url}/functions/v1/api/v1/openapi.json`, asService(it));
    if (!answer.ok) {
      return wrong(`it answered ${answer.status}: npx supabase functions deploy --use-api`);
    }
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const deployed = Object.values(paths).reduce((sum, it) => sum + Object.keys(it).length, 0);
    if (deployed === calls.length) return `${deployed} calls`;
    return wrong(
      `${deployed} calls instead of ${calls.length}: npx supabase functions deploy --use-api`,
    );
  },
  'Database of the functions': async (it) => {
    const answer = await ask(`${it.url}/functions/v1/api/v1/categories/all`, asService(it));
    if (answer.ok) return 'reached';
    return wrong(
      `the function api answered ${answer.status}: DATABASE_URL, if it is set, and the function's log`,
    );
  },
  'Function payments': async (it) => {
    const answer = await ask(`${it.url}/functions/v1/payments/webhook`, asService(it), 'POST');
    const { code = '' } = (await answer.json().catch(() => ({}))) as { code?: string };
    if (answer.status === 401 && code === 'not_signed') return 'refuses unsigned webhooks';
    return wrong(`it answered ${answer.status} ${code}: npx supabase functions deploy --use-api`);
  },
  'Secret of site and functions': async (it) => {
    const answer = await askStatus(it);
    if (!answer.ok) {
      return wrong(
        `the functions answered ${answer.status}: npx supabase secrets set SITE_SECRET=…`,
      );
    }
    const { siteSecret } = setup.parse(await answer.json());
    if (siteSecret === 'only') return 'the same on both sides';
    return { note: 'the previous one is accepted as well: npm run secret -- --finish removes it' };
  },
  'Address of the shop': async (it) => {
    const status = setup.parse(await (await askStatus(it)).json());
    if (status.siteUrl === it.siteUrl) return it.siteUrl;
    return wrong(
      `the functions have ${status.siteUrl}: npx supabase secrets set SITE_URL=${it.siteUrl}`,
    );
  },
  'Payment providers': async (it) => {
    const { payments } = setup.parse(await (await askStatus(it)).json());
    const on = await withDatabase(
      it.dbUrl,
      (sql) => sql<{ provider: string }[]>`
        select provider from public.payment_methods where is_on order by position`,
    );
    const names = on.map(({ provider }) => provider);
    const inMode = (mode: string) => names.filter((name) => payments[name] === mode);
    if (names.length === 0) return wrong('none is on: choose one in Settings → Payments');
    const secrets = inMode('off').flatMap((name) => pageProvider(name)?.secrets ?? []);
    if (secrets.length > 0) {
      const values = secrets.map((name) => `${name}=…`).join(' ');
      return wrong(`${inMode('off').join(', ')} has no key: npx supabase secrets set ${values}`);
    }
    const tested = inMode('test');
    if (tested.length > 0) return { note: `a test key: no money moves (${tested.join(', ')})` };
    return names.join(', ');
  },
  'Secret API key': async (it) => {
    const { secretKey } = setup.parse(await (await askStatus(it)).json());
    if (secretKey) return 'the functions have one';
    return wrong('the functions have none: create one in Dashboard → Settings → API Keys');
  },
  Mail: async (it) => {
    const { mailFrom } = setup.parse(await (await askStatus(it)).json());
    if (mailFrom !== '') return `from ${mailFrom}`;
    return wrong('no sender: npx supabase secrets set MAIL_FROM=… MAIL_API_KEY=…');
  },
  'Mail of accounts': async ({ dbUrl }) => {
    const [hook] = await withDatabase(
      dbUrl,
      (sql) => sql`
        select has_schema_privilege('supabase_auth_admin', 'private', 'usage') and has_function_privilege(
          'supabase_auth_admin', 'private.queue_account_mail(jsonb)', 'execute') as allowed`,
    );
    if (hook?.['allowed'] === true)
      return 'the auth server may queue it; --try shows whether it does';
    return wrong(
      'npx supabase db query --linked "grant usage on schema private to supabase_auth_admin; grant execute on function private.queue_account_mail(jsonb) to supabase_auth_admin"',
    );
  },
  'Orders without an account': async (it) => {
    const shop = await ask(`${it.url}/functions/v1/api/v1/shop/checkout`, asService(it));
    const { whoMayOrder } = checkoutSettings.parse(await shop.json());
    const auth = await ask(`${it.url}/auth/v1/settings`, asService(it));
    const { external } = (await auth.json()) as { external?: { anonymous_users?: boolean } };
    if (external?.anonymous_users) return `possible; now ${whoMayOrder} may order`;
    if (whoMayOrder === 'customers') return { note: 'the auth server has no anonymous sign-ins' };
    return wrong('the auth server has no anonymous sign-ins: npx supabase config push');
  },
  Administrator: async (it) => {
    const rows = (await (await askAdministrators(it)).json()) as unknown[];
    return rows.length > 0 ? 'exists' : wrong('none: npm run admin -- <email> <password>');
  },
  'Demo accounts': async ({ dbUrl, siteUrl }) => {
    const { length } = await withDatabase(
      dbUrl,
      (sql) =>
        sql`
          select from auth.users where email in ('admin@hemline.example', 'shopper@hemline.example',
            'manager@northwind.example', 'buyer@northwind.example')`,
    );
    if (length === 0) return 'none';
    if (!siteUrl.startsWith('https:')) {
      return { note: `${length}, expected in local development only` };
    }
    return wrong(`${length} with public passwords: docs/operating.md, step 2, deletes them`);
  },
  'Scheduled task': ({ dbUrl }) =>
    withDatabase(dbUrl, async (sql) => {
      const [cron] = await sql`select to_regclass('cron.job') is not null as installed`;
      if (!cron?.['installed']) {
        return { note: 'pg_cron is not installed; the embedded stack uses a timer of its own' };
      }
      const jobs =
        await sql`select from cron.job where command like '%payments/reconcile%' and active`;
      return jobs.length > 0 ? 'runs' : wrong('none: npm run schedule');
    }),
  Site: async ({ siteUrl }) => {
    const { status } = await ask(`${siteUrl}/readyz`);
    return status === 200 ? 'ready' : wrong(`/readyz answered ${status}`);
  },
  Encryption: async ({ siteUrl }) => {
    if (!siteUrl.startsWith('https:'))
      return { note: 'SITE_URL is plain http, for local development only' };
    const { headers } = await ask(`${siteUrl}/healthz`);
    const hsts = headers.get('strict-transport-security');
    return hsts
      ? 'https, with strict-transport-security'
      : wrong('no strict-transport-security header');
  },
  'Content security policy': async ({ siteUrl }) => {
    const answer = await ask(`${siteUrl}/shop`);
    if (!answer.ok) return wrong(`/shop answered ${answer.status}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    return policy.includes("default-src 'self'")
      ? 'sent with pages'
      : wrong('a proxy removed the header');
  },
};

/** The message of what failed. An AggregateError of several addresses has only a code. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** Runs all read-only checks; with `probe`, also those that have to change something to find out. */
export async function checkDeployment(
  deployment: Deployment,
  { probe = false } = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, check] of Object.entries({ ...checks, ...(probe ? probes : {}) })) {
    const blocker = findings.find((it) => it.name === dependsOn[name] && it.state === 'wrong');
    const outcome: Outcome = blocker
      ? { note: `skipped until this is fixed: ${blocker.name}` }
      : await check(deployment).catch((error: unknown) => wrong(reasonOf(error)));
    if (typeof outcome === 'string') findings.push({ name, state: 'ok', message: outcome });
    else if ('note' in outcome) findings.push({ name, state: 'note', message: outcome.note });
    else findings.push({ name, state: 'wrong', message: outcome.wrong });
  }
  return findings;
}

/** The deployment that the environment names, else the local stack and its site. */
async function findDeployment(): Promise<Deployment> {
  const variables = readVariables(toolVariables, (name) => process.env[name], 'The check');
  const access = await projectAccess();
  if (variables.SUPABASE_URL) {
    const { SITE_URL: siteUrl, SITE_SECRET: siteSecret, SUPABASE_ANON_KEY: anonKey } = variables;
    if (!siteUrl || !siteSecret || !anonKey) {
      throw new Error('SITE_URL, SITE_SECRET and SUPABASE_ANON_KEY are needed as well.');
    }
    return { ...access, siteUrl, siteSecret, anonKey };
  }
  const { stateDir, siteUrl } = readSettings();
  const secrets = await readFile(join(stateDir, 'secrets.json'), 'utf8');
  const { siteSecret, anonKey } = JSON.parse(secrets) as { siteSecret: string; anonKey: string };
  return { ...access, siteUrl, siteSecret, anonKey };
}

async function main(): Promise<string> {
  const probe = process.argv.includes('--try');
  const findings = await checkDeployment(await findDeployment(), { probe });
  const width = Math.max(...findings.map(({ name }) => name.length));
  for (const { name, state, message } of findings) {
    console.log(`${state.padEnd(5)}  ${name.padEnd(width)}  ${message}`);
  }
  const count = findings.filter(({ state }) => state === 'wrong').length;
  if (count > 0) throw new Error(`\n${count} wrong.`);
  return '\nThe shop is deployed.';
}

if (import.meta.main) await runCommand(main);
