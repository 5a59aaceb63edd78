import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { readVariables, toolVariables } from '../supabase/functions/_shared/environment.ts';
import { setup } from '../supabase/functions/_shared/schemas/figures.ts';
import { calls } from '../supabase/functions/api/calls.ts';
import { migrationsOf } from './backup-tables.ts';
import { checkDirectWrites } from './deploy-check/direct-writes.ts';
import type { Check, Deployment, Finding, Said } from './deploy-check/finding.ts';
import { tries } from './deploy-check/tries.ts';
import { projectAccess } from './project.ts';
import { readSettings, root } from './settings.ts';

/** What must be right before the next can be tried at all. */
const after: Readonly<Record<string, string>> = {
  'Direct writes': 'Migrations',
  'Database of the functions': 'Function api',
  'Bucket for pictures': 'Service key',
  Administrator: 'Service key',
  'Address of the shop': 'Secret of site and functions',
  'Payment provider': 'Secret of site and functions',
  'Secret API key': 'Secret of site and functions',
  'New password': 'Service key',
  'Addresses of shoppers': 'Secret of site and functions',
  Encryption: 'Site',
  'A page with its policy': 'Site',
};

const wrong = (text: string): Said => ({ wrong: text });

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

/** In the order in which a deployment is made: the first that is wrong is what to mend first. */
const checks: Readonly<Record<string, Check>> = {
  Migrations: async ({ dbUrl }) => {
    const sql = postgres(dbUrl, { max: 1, onnotice: () => undefined });
    const applied = await migrationsOf(sql).finally(() => sql.end());
    const files = await readdir(join(root, 'supabase/migrations'));
    const versions = files.flatMap((name) => /^(\d+)_.*\.sql$/.exec(name)?.[1] ?? []);
    const missing = versions.filter((it) => !applied.includes(it));
    if (missing.length === 0) return `${versions.length} applied`;
    return wrong(`${missing.length} are missing, ${missing[0]} first: npx supabase db push`);
  },
  'Direct writes': checkDirectWrites,
  'Service key': async (it) => {
    const { ok, status } = await askAdministrators(it);
    if (ok) return 'fits the project';
    const refused = status === 401 || status === 403;
    return wrong(
      `the database answered ${status}: ${refused ? 'SUPABASE_SERVICE_ROLE_KEY is another' : 'npx supabase db push'}`,
    );
  },
  'Bucket for pictures': async (it) => {
    const answer = await ask(`${it.url}/storage/v1/bucket/images`, asService(it));
    if (!answer.ok) return wrong(`it answered ${answer.status}: npx supabase db push makes it`);
    const bucket = (await answer.json()) as { public?: boolean };
    return bucket.public ? 'public' : wrong('it is private: npx supabase seed buckets --linked');
  },
  'Function api': async (it) => {
    const answer = await ask(`${it.url}/functions/v1/api/v1/openapi.json`, asService(it));
    if (!answer.ok) {
      return wrong(`it answered ${answer.status}: npx supabase functions deploy --use-api`);
    }
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const there = Object.values(paths).reduce((sum, it) => sum + Object.keys(it).length, 0);
    if (there === calls.length) return `${there} calls`;
    return wrong(
      `${there} calls, here are ${calls.length}: npx supabase functions deploy --use-api`,
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
    return { note: 'the previous one counts as well: npm run secret -- --finish forgets it' };
  },
  'Address of the shop': async (it) => {
    const told = setup.parse(await (await askStatus(it)).json());
    if (told.siteUrl === it.siteUrl) return it.siteUrl;
    return wrong(
      `the functions have ${told.siteUrl}: npx supabase secrets set SITE_URL=${it.siteUrl}`,
    );
  },
  'Payment provider': async (it) => {
    const { paystack } = setup.parse(await (await askStatus(it)).json());
    if (paystack === 'live') return 'a live key';
    if (paystack === 'test') return { note: 'a test key: no money moves' };
    return wrong('no key: npx supabase secrets set PAYSTACK_SECRET_KEY=…');
  },
  'Secret API key': async (it) => {
    const { secretKey } = setup.parse(await (await askStatus(it)).json());
    if (secretKey) return 'the functions have one';
    return wrong('the functions have none: Dashboard → Settings → API Keys makes it');
  },
  Administrator: async (it) => {
    const rows = (await (await askAdministrators(it)).json()) as unknown[];
    return rows.length > 0 ? 'there is one' : wrong('none: npm run admin -- <email> <password>');
  },
  'Demo accounts': async ({ dbUrl, siteUrl }) => {
    const sql = postgres(dbUrl, { max: 1, onnotice: () => undefined });
    try {
      const known = await sql`
        select from auth.users where email in ('admin@hemline.example', 'shopper@hemline.example')`;
      if (known.length === 0) return 'none';
      if (!siteUrl.startsWith('https:')) return { note: `${known.length}, as a desk has them` };
      return wrong(
        `${known.length} with passwords that everybody knows: docs/operating.md, step 2, deletes them`,
      );
    } finally {
      await sql.end();
    }
  },
  'Scheduled task': async ({ dbUrl }) => {
    const sql = postgres(dbUrl, { max: 1, onnotice: () => undefined });
    try {
      const [cron] = await sql`select to_regclass('cron.job') is not null as there`;
      if (!cron?.['there'])
        return { note: 'no pg_cron here; the embedded stack has its own clock' };
      const jobs =
        await sql`select from cron.job where command like '%payments/reconcile%' and active`;
      return jobs.length > 0 ? 'runs' : wrong('none: npm run schedule');
    } finally {
      await sql.end();
    }
  },
  Site: async ({ siteUrl }) => {
    const { status } = await ask(`${siteUrl}/readyz`);
    return status === 200 ? 'ready' : wrong(`/readyz answered ${status}`);
  },
  Encryption: async ({ siteUrl }) => {
    if (!siteUrl.startsWith('https:')) return { note: 'SITE_URL is plain http: for a desk only' };
    const { headers } = await ask(`${siteUrl}/healthz`);
    const kept = headers.get('strict-transport-security');
    return kept ? 'https, remembered by browsers' : wrong('no strict-transport-security header');
  },
  'A page with its policy': async ({ siteUrl }) => {
    const answer = await ask(`${siteUrl}/shop`);
    if (!answer.ok) return wrong(`/shop answered ${answer.status}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    return policy.includes("default-src 'self'") ? 'served' : wrong('a proxy took the policy away');
  },
};

/** What failed, in words: several addresses that were tried in vain have a code only. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** Looks at everything that can be seen from outside; changes nothing, unless `trying` what only a try can tell. */
export async function checkDeployment(
  deployment: Deployment,
  { trying = false } = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, check] of Object.entries({ ...checks, ...(trying ? tries : {}) })) {
    const first = findings.find((it) => it.what === after[what] && it.state === 'wrong');
    const said: Said = first
      ? { note: `not tried before this is right: ${first.what}` }
      : await check(deployment).catch((error: unknown) => wrong(reasonOf(error)));
    if (typeof said === 'string') findings.push({ what, state: 'ok', said });
    else if ('note' in said) findings.push({ what, state: 'note', said: said.note });
    else findings.push({ what, state: 'wrong', said: said.wrong });
  }
  return findings;
}

/** What the environment names; where it names no project, the local stack and its site. */
async function findDeployment(): Promise<Deployment> {
  const given = readVariables(toolVariables, (name) => process.env[name], 'The check');
  const access = await projectAccess();
  if (given.SUPABASE_URL) {
    const { SITE_URL: siteUrl, SITE_SECRET: siteSecret, SUPABASE_ANON_KEY: anonKey } = given;
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

if (import.meta.main) {
  try {
    const trying = process.argv.includes('--try');
    const findings = await checkDeployment(await findDeployment(), { trying });
    const width = Math.max(...findings.map(({ what }) => what.length));
    for (const { what, state, said } of findings) {
      console.log(`${state.padEnd(5)}  ${what.padEnd(width)}  ${said}`);
    }
    const count = findings.filter(({ state }) => state === 'wrong').length;
    console.log(count === 0 ? '\nThe shop is deployed.' : `\n${count} wrong.`);
    process.exitCode = count === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
