import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import gracefulShutdown from 'http-graceful-shutdown';
import type { Stage } from './app.ts';
import { ChangeFeed } from './cache/invalidation.ts';
import { CacheStore } from './cache/store.ts';
import { findBuild, readEnvironment } from './environment.ts';
import { flushLog, log, logs, reasonOf } from './log.ts';
import { Metrics } from './metrics.ts';
import { randomTag } from '../catalogue.ts';
import type { Render } from './routes/pages.ts';
import { createSite, type Answered } from './server.ts';

/** How long answers that are under way may take once nothing new is taken. */
const shutdownTimeoutMs = 8000;

async function main(): Promise<void> {
  const environment = readEnvironment();
  const build = findBuild();
  const entry = pathToFileURL(join(build, 'server/entry.mjs')).href;
  const { render } = (await import(entry)) as { render: Render };
  let stage: Stage = 'starting';
  const metrics = environment.metrics && new Metrics();
  const store = new CacheStore();
  const feed = new ChangeFeed({
    ...environment,
    onChange: (tags) => store.purge(tags),
    onReady: () => {
      if (stage === 'starting') stage = 'ready';
    },
    onDelay: (seconds) => metrics?.countDelay(seconds),
  });
  // “Recommended For You” is a new choice every minute, not one for ever.
  setInterval(() => store.purge(new Set([randomTag])), 60_000).unref();
  const observe = (answered: Answered) => {
    metrics?.countAnswer(answered);
    const quiet = answered.kind === 'file' || answered.kind === 'health';
    log(quiet ? 'debug' : 'info', 'request', { ...answered, ms: Math.round(answered.ms) });
  };
  const server = await createSite({
    ...{ environment, render, store, feed, stage: () => stage },
    clientFiles: join(build, 'client'),
    observe: metrics || logs('info') ? observe : undefined,
  });
  server.on('error', fail);
  server.listen(environment.port, environment.host, () => {
    // A launcher says it in its own words.
    if (!process.connected) log('info', 'start', { url: environment.siteUrl, build });
  });
  feed.start();
  metrics?.serve({ environment, store, feed, fail });
  const shutDown = gracefulShutdown(server, {
    timeout: shutdownTimeoutMs,
    // It says so on `/readyz` and goes on answering, so that a balancer can turn to other instances.
    preShutdown: async (signal) => {
      stage = 'stopping';
      const drainTime = signal === 'SIGTERM' ? environment.drainMs : 0;
      log('info', 'stop', { drainTime });
      await pause(drainTime);
    },
    finally: () => {
      feed.stop();
      flushLog();
    },
  });
  // A launcher that was killed could not stop its site: the channel to it closes, and the site ends by itself.
  process.once('disconnect', () => void shutDown().finally(() => process.exit(0)));
}

function fail(error: unknown): void {
  flushLog();
  console.error(reasonOf(error));
  process.exit(1);
}

// A file that vanished under a running response costs that response, not the site.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  log('error', 'uncaught', { reason: error.message, stack: error.stack });
  flushLog();
  if (error.code !== 'ENOENT') process.exit(1);
});

main().catch(fail);
