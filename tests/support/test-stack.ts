import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWK } from 'jose';
import type { SiteProcess } from '../../scripts/site-process.ts';
import { freePort } from '../../supabase/embedded/ports.ts';
import { serve, startBuiltSite, type Served } from './serve.ts';
import { copyTemplate } from './template.ts';

export interface TestStack extends Served {
  /** Signs the clients' tokens; for tests with expired tokens. */
  signingKey: JWK;
  /** The folder with the stack's data and logs. */
  stateDir: string;
  /** The address of the built site, which is started for browser tests only. */
  siteUrl: string;
}

/** Starts the site of a stack when it is first needed. */
export function startSiteOnce(stack: TestStack) {
  let site: Promise<SiteProcess> | undefined;
  return {
    start: async (): Promise<void> => {
      await (site ??= startBuiltSite(Number(new URL(stack.siteUrl).port), stack.siteUrl, stack));
    },
    stop: async (): Promise<void> => (await site)?.stop(),
  };
}

/** A stack with the demo shop, and its site once it is needed. */
export interface StartedStack {
  readonly values: TestStack;
  readonly startSite: () => Promise<void>;
  /** Also deletes the data. */
  readonly stop: () => Promise<void>;
}

/** Starts a copy of the template on free ports and in a temporary folder; `watch` reloads changed functions. */
export async function startTestStack(options: { watch?: boolean } = {}): Promise<StartedStack> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-test-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  const stateDir = join(folder, 'state');
  const siteUrl = `http://127.0.0.1:${await freePort()}`;
  try {
    await copyTemplate(stateDir);
    const served = await serve(stateDir, siteUrl, options);
    const secrets = await readFile(join(stateDir, 'secrets.json'), 'utf8');
    const { signingKey } = JSON.parse(secrets) as { signingKey: JWK };
    const values = { ...served.values, signingKey, stateDir, siteUrl };
    const site = startSiteOnce(values);
    const stop = async () => {
      await site.stop();
      await served.stop();
      await remove();
    };
    return { values, startSite: site.start, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
