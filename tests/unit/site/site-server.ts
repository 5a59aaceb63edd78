import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { listen, startServer, type Running } from '../../support/listen.ts';
import { readProxies } from '../../../src/server/http.ts';
import { functionsUrlOf, type SiteEnvironment } from '../../../src/server/environment.ts';
import { ChangeFeed } from '../../../src/server/cache/invalidation.ts';
import { CacheStore } from '../../../src/server/cache/store.ts';
import { Redirects } from '../../../src/server/redirects.ts';
import type { Render } from '../../../src/server/routes/pages.ts';
import { createSite, type SiteOptions } from '../../../src/server/server.ts';

export { startServer as startUpstream, type Running } from '../../support/listen.ts';

export interface Seen {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Stands for the Supabase project: notes what it is asked, whole, and answers as the test says. */
export const startScripted = (seen: Seen[], answer: (asked: Seen) => Scripted): Promise<Running> =>
  startServer((request, response) => {
    void text(request).then((sent) => {
      const { method, url = '', headers: given } = request;
      const asked = { method, url, headers: given, body: sent };
      seen.push(asked);
      const { status = 200, headers = {}, body = '{}' } = answer(asked);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  });

/** The server replaces them by its own. */
const native = { Request, Response };

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
    environment: own = {},
    ...more
  }: Partial<Pick<SiteOptions, 'feed' | 'store' | 'redirects' | 'clientFiles'>> & {
    readonly trustedProxies?: string;
    readonly environment?: Partial<SiteEnvironment>;
  } = {},
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-site-'));
  const environment = {
    ...siteEnvironment(supabaseUrl, join(folder, 'pictures')),
    trustedProxies: readProxies(trustedProxies),
    ...own,
  };
  const feed = new ChangeFeed({ ...environment, onChange: () => undefined });
  const server = await createSite({
    ...{ environment, render, feed, store: new CacheStore(), clientFiles: folder },
    redirects: new Redirects(environment),
    ...more,
    stage: () => 'ready',
  });
  const running = await listen(server);
  return {
    url: running.url,
    stop: async () => {
      await running.stop();
      Object.assign(globalThis, native);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The feed of this database, which purges the store; looks by itself as often as told, or hardly ever. */
export async function startFeed(supabaseUrl: string, store: CacheStore, intervalMs = 3_600_000) {
  const onChange = (tags: ReadonlySet<string>) => store.purge(tags);
  const feed = new ChangeFeed({ supabaseUrl, anonKey: 'anon-key', onChange, intervalMs });
  feed.start();
  await expect.poll(() => feed.ready).toBe(true);
  return feed;
}
