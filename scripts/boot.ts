import { requireFreePort } from '../supabase/embedded/ports.ts';
import { startStack, type Stack } from '../supabase/embedded/stack.ts';
import { Lifetime } from './lifetime.ts';
import { readSettings, type LocalSettings } from './settings.ts';

export const demoAccounts = {
  shopper: 'shopper@hemline.example / shopper-demo-1',
  administrator: 'admin@hemline.example / admin-demo-1',
};

/** Boots the embedded stack for start and dev, with its stop registered. */
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
  });
  await stopLater(lifetime, 'The stack', booting);
  return booting;
}

/** Registers the stop at once: a Ctrl-C while it still starts waits for it and then stops it. */
export function stopLater(
  lifetime: Lifetime,
  name: string,
  starting: Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  return lifetime.add(name, async () => {
    // Why it did not start is told by whoever waits for it.
    const started = await starting.catch(() => undefined);
    await started?.stop();
  });
}

/** A kill -9 of npm hands nothing on: another parent is then the only sign. */
function endWithParent(lifetime: Lifetime): void {
  const parent = process.ppid;
  const watch = () => void (process.ppid !== parent && lifetime.end(1));
  setInterval(watch, 500).unref();
}

/** Runs a launcher: what goes wrong is told in one line, and what had started is stopped again. */
export async function launch(
  begin: (settings: LocalSettings, lifetime: Lifetime) => Promise<void>,
): Promise<void> {
  const lifetime = new Lifetime();
  if (process.argv.includes('--end-with-parent')) endWithParent(lifetime);
  try {
    const settings = readSettings();
    await requireFreePort(settings.sitePort, 'site', 'SITE_PORT');
    await begin(settings, lifetime);
  } catch (error) {
    if (!lifetime.isEnding) console.error(error instanceof Error ? error.message : error);
    await lifetime.end(1);
  }
}
