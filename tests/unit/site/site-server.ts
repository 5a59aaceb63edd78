import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProxies } from '../../../src/server/http.ts';
import { functionsUrlOf, type SiteEnvironment } from '../../../src/server/environment.ts';
import { ChangeFeed } from '../../../src/server/cache/invalidation.ts';
import { CacheStore } from '../../../src/server/cache/store.ts';
import type { Render } from '../../../src/server/routes/pages.ts';
import { createSite, type SiteOptions } from '../../../src/server/server.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

async function listen(server: Server): Promise<Running> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Stands for the Supabase project: answers as the test says. */
export const startUpstream = (answer: Answer): Promise<Running> => listen(createServer(answer));

/** What a site in a test reads from its environment. */
const siteEnvironment = (supabaseUrl: string, imageCache = ''): SiteEnvironment => ({
  siteUrl: 'http://hemline.example',
  host: '127.0.0.1',
  port: 0,
  supabaseUrl,
  functionsUrl: functionsUrlOf(supabaseUrl),
  anonKey: 'anon-key',
  siteSecret: 'site-secret',
  trustedProxies: readProxies(''),
  imageCache,
  logLevel: 'error',
  metrics: null,
  drainMs: 0,
});

/** The site's server in front of pages that the test makes up. Nothing is cached without a change feed. */
export async function startSite(
  supabaseUrl: string,
  render: Render = async () => new Response('page'),
  {
    trustedProxies = '',
    ...more
  }: Partial<Pick<SiteOptions, 'feed' | 'store' | 'clientFiles'>> & {
    readonly trustedProxies?: string;
  } = {},
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-site-'));
  const environment = {
    ...siteEnvironment(supabaseUrl, join(folder, 'pictures')),
    trustedProxies: readProxies(trustedProxies),
  };
  const feed = new ChangeFeed({ ...environment, onChange: () => undefined });
  const server = await createSite({
    ...{ environment, render, feed, store: new CacheStore(), clientFiles: folder },
    ...more,
    stage: () => 'ready',
  });
  const running = await listen(server);
  return {
    url: running.url,
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
