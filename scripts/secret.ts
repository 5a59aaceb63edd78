import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomSecret } from '../supabase/embedded/secrets.ts';
import { writePrivately } from '../supabase/embedded/state.ts';
import { readVariables, toolVariables } from '../supabase/functions/_shared/environment.ts';
import { setup } from '../supabase/functions/_shared/schemas/figures.ts';
import { runCommand } from './command.ts';
import { readSettings } from './settings.ts';
import { bin, runTool } from './tool.ts';

const usage = `Rotates the secret that the site and the functions share. Until --finish the old one is accepted as well.

  npm run secret                sets a new one beside the old one and prints the next steps
  npm run secret -- --finish    removes the old one, once every site uses the new one

Requires SUPABASE_URL and SITE_SECRET; without SUPABASE_URL it changes the secret of the local stack.
Other options, such as --project-ref, are passed to the Supabase CLI.`;

/** Whether the functions accept this secret only, or as the current or previous one. Throws if they refuse it. */
async function statusOf(url: string, siteSecret: string) {
  const answer = await fetch(`${url}/functions/v1/payments/status`, {
    headers: { 'x-site-secret': siteSecret },
    signal: AbortSignal.timeout(15_000),
  });
  if (answer.status === 401) {
    throw new Error('The functions refuse this SITE_SECRET. Set the one that the site uses.');
  }
  if (!answer.ok) throw new Error(`The functions answered ${answer.status}; nothing was changed.`);
  return setup.parse(await answer.json()).siteSecret;
}

async function supabase(...args: string[]): Promise<void> {
  const { ok, output } = await runTool(bin('supabase', 'supabase'), args);
  if (!ok) throw new Error(output);
}

async function begin(url: string, old: string, options: string[]): Promise<string> {
  if ((await statusOf(url, old)) !== 'only') {
    throw new Error(
      'A rotation is in progress already. Complete it with npm run secret -- --finish',
    );
  }
  const secret = randomSecret();
  const values = [`SITE_SECRET=${secret}`, `SITE_SECRET_PREVIOUS=${old}`];
  await supabase('secrets', 'set', ...values, ...options);
  return `The functions know the new secret, and the old one as well. Now:

  1. Set this for every site, and restart one after the other:
     SITE_SECRET=${secret}
  2. Set it in this terminal too: export SITE_SECRET=${secret}
  3. npm run secret -- --finish`;
}

async function finish(url: string, current: string, options: string[]): Promise<string> {
  const status = await statusOf(url, current);
  if (status === 'only') return 'Nothing to finish: the functions accept this secret only.';
  if (status === 'previous') {
    throw new Error(
      'SITE_SECRET is the old one. Set the new one, here and for every site, then finish.',
    );
  }
  await supabase('secrets', 'unset', 'SITE_SECRET_PREVIOUS', ...options);
  return 'The old secret is no longer accepted.';
}

/** Site and functions of the local stack start together, so the old secret need not be accepted. */
async function changeLocally(): Promise<string> {
  const file = join(readSettings().stateDir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new Error(`No local stack found.\n\n${usage}`);
  const secrets = { ...(JSON.parse(text) as object), siteSecret: randomSecret() };
  await writePrivately(file, JSON.stringify(secrets, null, 2));
  return 'The local stack has a new secret, effective from the next npm start.';
}

async function main(): Promise<string> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return usage;
  const options = args.filter((it) => it !== '--finish');
  const isFinish = args.includes('--finish');
  const variables = readVariables(toolVariables, (name) => process.env[name], 'This command');
  const { SUPABASE_URL: url, SITE_SECRET: secret } = variables;
  if (!url) {
    return isFinish ? 'Nothing to finish: the local stack has one secret only.' : changeLocally();
  }
  if (!secret) throw new Error(`SITE_SECRET is needed as well.\n\n${usage}`);
  return isFinish ? finish(url, secret, options) : begin(url, secret, options);
}

if (import.meta.main) await runCommand(main);
