import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { accounts, bootStack, launch, stopLater } from './boot.ts';
import type { Lifetime } from './lifetime.ts';
import { reporter } from './report.ts';
import { root } from './settings.ts';
import { keepStack } from '../tests/support/kept.ts';
import { startTestStack } from '../tests/support/test-stack.ts';

/** A second stack that `npm test -- <file>` uses, so that it starts at once. */
async function keepTestStack(lifetime: Lifetime): Promise<void> {
  const starting = startTestStack({ watch: true });
  await stopLater(lifetime, 'The stack of the tests', starting);
  const { values } = await starting;
  await lifetime.add('The note about it', await keepStack(values));
}

await launch(async (settings, lifetime) => {
  const report = reporter();
  const stack = await bootStack(settings, lifetime, report.step, { watch: true });
  if (process.argv.includes('--keep')) {
    await keepTestStack(lifetime);
    report.step('The stack of the tests is running');
  }
  const astro = spawn(
    process.execPath,
    [join(root, 'node_modules/astro/bin/astro.mjs'), 'dev', '--port', String(settings.sitePort)],
    {
      cwd: root,
      // A process group of its own: Ctrl-C in the terminal reaches only the launcher, which stops everything in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        SITE_URL: settings.siteUrl,
        SUPABASE_URL: stack.url,
        SUPABASE_ANON_KEY: stack.anonKey,
        SITE_SECRET: stack.siteSecret,
      },
    },
  );
  const ended = once(astro, 'exit');
  void ended.then(() => lifetime.end(1));
  await lifetime.add('Astro', async () => {
    if (astro.exitCode === null) astro.kill('SIGTERM');
    await ended;
  });
  console.log(`
  Shop           ${settings.siteUrl}/ (with hot reload)
  Supabase       ${stack.url}
  Database       ${stack.dbUrl}
${accounts(stack)}
`);
});
