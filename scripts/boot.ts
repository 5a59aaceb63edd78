import { requireFreePort } from '../supabase/embedded/ports.ts';
import { startStack, type Stack } from '../supabase/embedded/stack.ts';
import { Lifetime } from './lifetime.ts';
import { writeOwnCode } from './own-code.ts';
import { readSettings, type LocalSettings } from './settings.ts';

const demoAccounts = `  Shopper        shopper@hemline.example / shopper-demo-1
  Wholesale      manager@northwind.example / manager-demo-1
  Administrator  admin@hemline.example / admin-demo-1`;
const firstSteps =
  '  Administrator  npm run admin -- <your email> <a password>, in a second terminal';

/** Who can sign in, or how the first one gets there. */
export const accounts = ({ empty }: Stack): string => (empty ? firstSteps : demoAccounts);

/** Boots the embedded stack for start and dev, and registers how to stop it. */
export async function bootStack(
  settings: LocalSettings,
  lifetime: Lifetime,
  step: (line: string) => void,
  { watch = false } = {},
): Promise<Stack> {
  const booting = startStack({
    stateDir: settings.stateDir,
    ports: { supabase: settings.supabasePort, postgres: settings.postgresPort },
    siteUrl: settings.siteUrl,
    reconcile: settings.reconcile,
    log: step,
    watch,
    empty: process.argv.includes('--empty'),
  });
  await stopLater(lifetime, 'The stack', booting);
  return booting;
}

/** Registers the stop at once: a Ctrl-C during the start waits for it to finish, then stops it. */
export function stopLater(
  lifetime: Lifetime,
  name: string,
  starting: Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  return lifetime.add(name, async () => {
    // The caller that awaits `starting` reports why it failed.
    const started = await starting.catch(() => undefined);
    await started?.stop();
  });
}

/** `kill -9` of npm forwards no signal: a new parent process is the only sign of it. */
function endWithParent(lifetime: Lifetime): void {
  const parent = process.ppid;
  const watch = () => void (process.ppid !== parent && lifetime.end(1));
  setInterval(watch, 500).unref();
}

/** Runs a launcher. A failure is reported in one line, and everything started so far is stopped. */
export async function launch(
  begin: (settings: LocalSettings, lifetime: Lifetime) => Promise<void>,
): Promise<void> {
  const lifetime = new Lifetime();
  if (process.argv.includes('--end-with-parent')) endWithParent(lifetime);
  try {
    const settings = readSettings();
    await requireFreePort(settings.sitePort, 'site', 'SITE_PORT');
    await writeOwnCode();
    await begin(settings, lifetime);
  } catch (error) {
    if (!lifetime.isEnding) console.error(error instanceof Error ? error.message : error);
    await lifetime.end(1);
  }
}
