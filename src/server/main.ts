import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { createApp as createAstroApp } from 'astro/app/entrypoint';
import gracefulShutdown from 'http-graceful-shutdown';
import { randomTag } from '../catalogue.ts';
import type { Stage } from './app.ts';
import { ChangeFeed } from './cache/invalidation.ts';
import { CacheStore } from './cache/store.ts';
import { readEnvironment } from './environment.ts';
import { flushLog, log, reasonOf } from './log.ts';
import { countAnswer, countDelay, metricsServer } from './metrics.ts';
import { Redirects } from './redirects.ts';
import type { Render } from './routes/pages.ts';
import { createSite, type Answered } from './server.ts';

/** The time limit for open responses after the server stops accepting requests. */
const shutdownTimeoutMs = 8000;

async function main(): Promise<void> {
  const environment = readEnvironment();
  const build = findBuild();
  const entry = pathToFileURL(join(build, 'server/entry.mjs')).href;
  const { createApp } = (await import(entry)) as { createApp: typeof createAstroApp };
  const pages = createApp({ streaming: false });
  const render: Render = (request, reads) =>
    pages.render(request, { locals: { reads }, addCookieHeader: true });
  let stage: Stage = 'starting';
  const store = new CacheStore();
  const redirects = new Redirects(environment);
  const feed = new ChangeFeed({
    ...environment,
    onChange: (tags) => {
      store.purge(tags);
      redirects.purge(tags);
    },
    onReady: () => {
      if (stage === 'starting') stage = 'ready';
    },
    onDelay: countDelay,
  });
  // Renews “Recommended For You” every minute.
  setInterval(() => store.purge(new Set([randomTag])), 60_000).unref();
  const observe = (answered: Answered) => {
    countAnswer(answered);
    const isQuiet = answered.kind === 'file' || answered.kind === 'health';
    log[isQuiet ? 'debug' : 'info']({ ...answered, ms: Math.round(answered.ms) }, 'request');
  };
  const server = await createSite({
    ...{ environment, render, store, feed, redirects, stage: () => stage },
    clientFiles: join(build, 'client'),
    observe: environment.metrics || log.isLevelEnabled('info') ? observe : undefined,
  });
  server.on('error', fail);
  server.listen(environment.port, environment.host, () => {
    // The launcher prints its own line.
    if (!process.connected) log.info({ url: environment.siteUrl, build }, 'start');
  });
  feed.start();
  if (environment.metrics) {
    metricsServer(environment, store, feed).on('error', fail).listen(environment.metrics);
  }
  const shutDown = gracefulShutdown(server, {
    timeout: shutdownTimeoutMs,
    // `/readyz` answers 503 and everything else as before, so that a balancer can turn to other instances.
    preShutdown: async (signal) => {
      stage = 'stopping';
      const drainTime = signal === 'SIGTERM' ? environment.drainMs : 0;
      log.info({ drainTime }, 'stop');
      await pause(drainTime);
    },
    finally: () => {
      feed.stop();
      flushLog();
    },
  });
  // If the launcher is killed, its IPC channel closes and the site stops.
  process.once('disconnect', () => void shutDown().finally(() => process.exit(0)));
}

/** The folder of the built site: the configured or the newest one. Throws if there is none. */
function findBuild(): string {
  if (process.env['HEMLINE_BUILD']) return process.env['HEMLINE_BUILD'];
  const builds = join(import.meta.dirname, '../../dist');
  try {
    const text = readFileSync(join(builds, 'current.json'), 'utf8');
    return join(builds, (JSON.parse(text) as { name: string }).name);
  } catch {
    throw new Error('The site is not built yet: npm run build');
  }
}

function fail(error: unknown): void {
  flushLog();
  console.error(reasonOf(error));
  process.exit(1);
}

// A file that disappears during a response must only fail that response, not the site.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  log.error({ reason: error, stack: error.stack }, 'uncaught');
  flushLog();
  if (error.code !== 'ENOENT') process.exit(1);
});

main().catch(fail);
