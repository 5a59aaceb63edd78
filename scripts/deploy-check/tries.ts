import { randomBytes, randomUUID } from 'node:crypto';
import type { Check, Deployment } from './finding.ts';

/** More than the auth server takes of one address at once. */
const guesses = 40;
const guide = 'docs/operating.md, step 8';

async function send(url: string, method: string, headers: Record<string, string>, body: object) {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  return { status: answer.status, said };
}

/** Of an account that nobody has; where mail leads to nobody. */
function nobody({ siteUrl }: Deployment): string {
  const { protocol, hostname } = new URL(siteUrl);
  return `deploy-check-${randomUUID()}@${protocol === 'https:' ? hostname : 'example.com'}`;
}

/** How many of the guesses were refused with 429. All at once, since the auth server takes one more every other second. */
async function refusedOf(guess: (number: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: guesses }, (_, number) => guess(number)));
  return answers.filter(({ status }) => status === 429).length;
}

/** What only a try can tell. Each makes up its accounts, and takes away what it made. */
export const tries: Readonly<Record<string, Check>> = {
  'New password': async (it) => {
    const asService = {
      apikey: it.serviceRoleKey,
      authorization: `Bearer ${it.serviceRoleKey}`,
    };
    const [email, password] = [nobody(it), randomUUID()];
    const made = { email, password, email_confirm: true };
    const { status, said } = await send(`${it.url}/auth/v1/admin/users`, 'POST', asService, made);
    if (typeof said['id'] !== 'string') return { wrong: `no account could be made: ${status}` };
    try {
      const asVisitor = { apikey: it.anonKey };
      const login = `${it.url}/auth/v1/token?grant_type=password`;
      const session = await send(login, 'POST', asVisitor, { email, password });
      const token = String(session.said['access_token'] ?? '');
      const asPerson = { ...asVisitor, authorization: `Bearer ${token}` };
      const wish = { password: randomUUID() };
      const changed = await send(`${it.url}/auth/v1/user`, 'PUT', asPerson, wish);
      if (changed.said['error_code'] === 'current_password_required') return 'needs the old one';
      if (changed.status >= 300) return { wrong: `the auth server answered ${changed.status}` };
      return { wrong: `is set without the old one: ${guide}` };
    } finally {
      await send(`${it.url}/auth/v1/admin/users/${said['id']}`, 'DELETE', asService, {});
    }
  },
  'Guesses past the API': async (it) => {
    const email = nobody(it);
    const refused = await refusedOf(() =>
      send(
        `${it.url}/auth/v1/token?grant_type=password`,
        'POST',
        { apikey: it.anonKey },
        { email, password: 'a guess' },
      ),
    );
    if (refused > 0) return `${refused} of ${guesses} were refused`;
    return { wrong: `${guesses} were taken from one address: ${guide}` };
  },
  'Addresses of shoppers': async (it) => {
    // Addresses for documentation: nobody comes from there.
    const network = `2001:db8:${randomBytes(2).toString('hex')}`;
    const refused = await refusedOf((number) =>
      send(
        `${it.url}/functions/v1/api/v1/auth/user-login`,
        'POST',
        {
          apikey: it.anonKey,
          authorization: `Bearer ${it.anonKey}`,
          'x-site-secret': it.siteSecret,
          'x-client-address': `${network}:${(number + 1).toString(16)}::1`,
        },
        { email: nobody(it), password: 'a guess' },
      ),
    );
    if (refused === 0) return 'counted each by itself';
    return { wrong: `shoppers count as one address: ${guide}` };
  },
};
