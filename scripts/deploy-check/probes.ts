import { randomBytes, randomUUID } from 'node:crypto';
import type { Check, Deployment, Outcome } from './finding.ts';

/** More than the auth server accepts from one address at once. */
const attempts = 40;
const guide = 'docs/operating.md, step 8';

async function send(url: string, method: string, headers: Record<string, string>, input: object) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(15_000),
  });
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  return { status: response.status, body };
}

/** An email address without an account or a mailbox. */
function unknownEmail({ siteUrl }: Deployment): string {
  const { protocol, hostname } = new URL(siteUrl);
  return `deploy-check-${randomUUID()}@${protocol === 'https:' ? hostname : 'example.com'}`;
}

/** How many of the attempts got 429. They run at once, since the auth server allows one more every two seconds. */
async function countRefused(attempt: (number: number) => Promise<{ status: number }>) {
  const responses = await Promise.all(
    Array.from({ length: attempts }, (_, number) => attempt(number)),
  );
  return responses.filter(({ status }) => status === 429).length;
}

const asService = ({ serviceRoleKey }: Deployment) => ({
  apikey: serviceRoleKey,
  authorization: `Bearer ${serviceRoleKey}`,
});

/** Does something with a new account, which is deleted afterwards. */
async function withAccount(
  it: Deployment,
  work: (account: { email: string; password: string }) => Promise<Outcome>,
): Promise<Outcome> {
  const users = `${it.url}/auth/v1/admin/users`;
  const account = { email: unknownEmail(it), password: randomUUID() };
  const input = { ...account, email_confirm: true };
  const { status, body } = await send(users, 'POST', asService(it), input);
  if (typeof body['id'] !== 'string') return { wrong: `no account could be created: ${status}` };
  try {
    return await work(account);
  } finally {
    await send(`${users}/${body['id']}`, 'DELETE', asService(it), {});
  }
}

/** Checks that send real attempts. Each creates the accounts that it needs and deletes them again. */
export const probes: Readonly<Record<string, Check>> = {
  'Mail by the auth server': (it) =>
    withAccount(it, async ({ email }) => {
      // The hook refuses a link to sign in without a password, so nothing is sent.
      const { status, body } = await send(
        `${it.url}/auth/v1/otp`,
        'POST',
        { apikey: it.anonKey },
        { email, create_user: false },
      );
      if (status === 422 && body['msg'] === 'This shop sends no such email.')
        return 'queued for the functions';
      if (status >= 500) return { wrong: `the auth server answered ${status}: see its log` };
      return { wrong: 'the auth server sends it without the hook: npx supabase config push' };
    }),
  'New password': (it) =>
    withAccount(it, async ({ email, password }) => {
      const asVisitor = { apikey: it.anonKey };
      const login = `${it.url}/auth/v1/token?grant_type=password`;
      const session = await send(login, 'POST', asVisitor, { email, password });
      const token = String(session.body['access_token'] ?? '');
      const asCustomer = { ...asVisitor, authorization: `Bearer ${token}` };
      const change = { password: randomUUID() };
      const changed = await send(`${it.url}/auth/v1/user`, 'PUT', asCustomer, change);
      if (changed.body['error_code'] === 'current_password_required')
        return 'requires the current password';
      if (changed.status >= 300) return { wrong: `the auth server answered ${changed.status}` };
      return { wrong: `does not require the current password: ${guide}` };
    }),
  'Password guesses at the auth server': async (it) => {
    const email = unknownEmail(it);
    const refused = await countRefused(() =>
      send(
        `${it.url}/auth/v1/token?grant_type=password`,
        'POST',
        { apikey: it.anonKey },
        { email, password: 'wrong password' },
      ),
    );
    if (refused > 0) return `${refused} of ${attempts} were refused`;
    return { wrong: `${attempts} were accepted from one address: ${guide}` };
  },
  'Addresses of shoppers': async (it) => {
    // RFC 3849 reserves these addresses for documentation.
    const network = `2001:db8:${randomBytes(2).toString('hex')}`;
    const refused = await countRefused((number) =>
      send(
        `${it.url}/functions/v1/api/v1/auth/user-login`,
        'POST',
        {
          apikey: it.anonKey,
          authorization: `Bearer ${it.anonKey}`,
          'x-site-secret': it.siteSecret,
          'x-client-address': `${network}:${(number + 1).toString(16)}::1`,
        },
        { email: unknownEmail(it), password: 'wrong password' },
      ),
    );
    if (refused === 0) return 'limited per address';
    return { wrong: `all shoppers are limited as one address: ${guide}` };
  },
};
