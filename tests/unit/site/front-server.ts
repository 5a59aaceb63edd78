import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProxies } from '../../../src/server/client-address.ts';
import { functionsUrlOf, type SiteEnvironment } from '../../../src/server/environment.ts';
import { Upstream } from '../../../src/server/upstream.ts';
import { createFront, type FrontOptions } from '../../../src/server/front.ts';
import type { PageHandler } from '../../../src/server/pages.ts';

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
export const siteEnvironment = (supabaseUrl: string, imageCache = ''): SiteEnvironment => ({
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
  drainTime: 0,
});

/** The site's server in front of pages that the test makes up. */
export async function startFront(
  supabaseUrl: string,
  pages: PageHandler = (_request, response) => void response.end('page'),
  {
    trustedProxies = '',
    ...more
  }: Partial<Pick<FrontOptions, 'answers' | 'life' | 'observe' | 'clientFiles'>> & {
    readonly trustedProxies?: string;
  } = {},
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-front-'));
  const environment = {
    ...siteEnvironment(supabaseUrl, join(folder, 'pictures')),
    trustedProxies: readProxies(trustedProxies),
  };
  const upstream = new Upstream(environment);
  const front = createFront({ clientFiles: folder, ...more, upstream, pages, environment });
  const running = await listen(front);
  return {
    url: running.url,
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
