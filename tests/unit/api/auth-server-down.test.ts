import { SignJWT } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../support/listen.ts';
import { readSettings } from '#shared/settings.ts';
import { createApp } from '../../../supabase/functions/api/app.ts';
import { updateCredentials } from '../../../supabase/functions/api/queries/auth-server.ts';

function settingsFor(supabaseUrl: string) {
  const values: Record<string, string> = {
    SUPABASE_URL: supabaseUrl,
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    SUPABASE_DB_URL: 'postgresql://127.0.0.1:9/postgres',
    SITE_URL: 'http://shop.example',
  };
  return readSettings(
    (name) => values[name],
    () => undefined,
  );
}

/** A server that never answers; requests to it end after a moment instead of after seconds. */
async function hanging(): Promise<string> {
  const { url, stop } = await startServer(() => undefined);
  const { timeout } = AbortSignal;
  const soon = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(100));
  onTestFinished(() => {
    soon.mockRestore();
    return stop();
  });
  return url;
}

const token = await new SignJWT({ role: 'authenticated' })
  .setProtectedHeader({ alg: 'HS256' })
  .setSubject('ada')
  .setExpirationTime('1h')
  .sign(new Uint8Array(32));

test.each([
  ['is not there', () => 'http://127.0.0.1:9'],
  ['hangs', hanging],
])('an auth server that %s signs nobody out, and is said to be unavailable', async (_, start) => {
  const settings = settingsFor(await start());
  const headers = { authorization: `Bearer ${token}` };
  const answer = await createApp(settings).request('/api/v1/users/profile', { headers });
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
  await expect(updateCredentials(settings, token, { email: 'a@b.co' })).rejects.toMatchObject({
    name: 'DatabaseError',
    status: 503,
  });
});
