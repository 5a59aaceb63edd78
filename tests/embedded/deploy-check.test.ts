import { expect, inject, test } from 'vitest';
import { checkDeployment, type Deployment } from '../../scripts/deploy-check.ts';
import { queryDatabase } from './clients.ts';

const { url, dbUrl, serviceRoleKey, siteSecret, siteUrl, anonKey } = inject('stack');
const deployment: Deployment = { url, dbUrl, serviceRoleKey, siteSecret, siteUrl, anonKey };

/** What was found, by its name: `state: what was said`. */
async function check(changes: Partial<Deployment> = {}): Promise<Record<string, string>> {
  const findings = await checkDeployment({ ...deployment, ...changes });
  return Object.fromEntries(findings.map(({ what, state, said }) => [what, `${state}: ${said}`]));
}

test('the check of a deployment finds everything there but the site that nobody started', async () => {
  const found = await check();
  expect(found).toMatchObject({
    Migrations: expect.stringMatching(/^ok: \d+ applied$/),
    'Service key': 'ok: fits the project',
    'Bucket for pictures': 'ok: public',
    'Function api': expect.stringMatching(/^ok: \d+ calls$/),
    'Function payments': 'ok: refuses unsigned webhooks',
    'Secret of site and functions': 'ok: the same on both sides',
    'Address of the shop': `ok: ${siteUrl}`,
    'Payment provider': 'note: a test key: no money moves',
    'Secret API key': 'ok: the functions have one',
    Administrator: 'ok: there is one',
    'Demo accounts': 'note: 2, as a desk has them',
    Site: expect.stringMatching(/^wrong: ./),
    'A page with its policy': 'note: not tried before this is right: Site',
  });
});

test('the check of a deployment says of each wrong setting what to do', async () => {
  const found = await check({
    siteSecret: 'another',
    serviceRoleKey: 'another',
    dbUrl: dbUrl.replace(/:[^:@]*@/, ':another@'),
  });
  expect(found).toMatchObject({
    Migrations: expect.stringMatching(/^wrong: password authentication failed/),
    'Service key': 'wrong: the database answered 401: SUPABASE_SERVICE_ROLE_KEY is another',
    'Bucket for pictures': 'note: not tried before this is right: Service key',
    'Secret of site and functions':
      'wrong: the functions answered 401: npx supabase secrets set SITE_SECRET=…',
    'Payment provider': 'note: not tried before this is right: Secret of site and functions',
  });
  const elsewhere = await check({ siteUrl: 'https://127.0.0.1:9' });
  expect(elsewhere['Demo accounts']).toMatch(/^wrong: 2 with passwords that everybody knows/);
  expect(elsewhere['Address of the shop']).toBe(
    `wrong: the functions have ${siteUrl}: npx supabase secrets set SITE_URL=https://127.0.0.1:9`,
  );
});

test('an auth server that takes any number of guesses is found when it is tried', async () => {
  const findings = await checkDeployment(deployment, { trying: true });
  const found = Object.fromEntries(
    findings.map(({ what, state, said }) => [what, `${state}: ${said}`]),
  );
  expect(found).toMatchObject({
    'New password': 'ok: needs the old one',
    'Guesses past the API': 'wrong: 40 were taken from one address: docs/operating.md, step 8',
    'Addresses of shoppers': 'ok: counted each by itself',
  });
  const accounts = await queryDatabase(
    dbUrl,
    (sql) => sql`select from auth.users where email like 'deploy-check-%'`,
  );
  expect(accounts).toHaveLength(0);
});
