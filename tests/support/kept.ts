import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/settings.ts';
import { templateVersion } from './template.ts';
import { startSiteOnce, type StartedStack, type TestStack } from './test-stack.ts';

/** Names the stack that `npm run dev -- --keep` runs for tests. */
const file = join(root, 'test-results/kept-stack.json');

interface Kept {
  readonly version: string;
  readonly values: TestStack;
}

/** Makes a stack known to the tests. Returns how to end that. */
export async function keepStack(values: TestStack): Promise<() => Promise<void>> {
  const kept: Kept = { version: await templateVersion(), values };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(kept), { mode: 0o600 });
  return () => rm(file, { force: true });
}

/** The kept stack, if it runs and has the database of this checkout. Tests start and stop only its site. */
export async function readKept(): Promise<StartedStack | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const { version, values } = JSON.parse(text) as Kept;
  const health = await fetch(`${values.url}/health`).catch(() => null);
  if (!health?.ok || version !== (await templateVersion())) return null;
  const site = startSiteOnce(values);
  return { values, startSite: site.start, stop: site.stop };
}
