import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { Answers } from './answers.ts';
import { startChangeFeed } from './change-feed.ts';
import { findBuild, readEnvironment } from './environment.ts';
import { createFront, type Answered } from './front.ts';
import { Life } from './life.ts';
import { flushLog, log, logs, reasonOf } from './log.ts';
import { Metrics } from './metrics.ts';
import { PageCache } from './page-cache.ts';
import { createPages } from './pages.ts';
import type { Caught, Render } from './render.ts';
import { randomTag } from './request-tags.ts';
import { Seen } from './seen.ts';
import { Squeezer } from './squeezing.ts';
import { askAsVisitor, Upstream } from './upstream.ts';

async function main(): Promise<void> {
  const environment = readEnvironment();
  const build = findBuild();
  const entry = pathToFileURL(join(build, 'server/entry.mjs')).href;
  const { render } = (await import(entry)) as { render: Render };
  const life = new Life();
  life.stage = 'starting';
  const metrics = environment.metrics && new Metrics();
  const squeezer = new Squeezer();
  const cache = new PageCache<Caught>(squeezer);
  const upstream = new Upstream(environment);
  const ask = askAsVisitor(upstream, environment);
  const feed = startChangeFeed({
    ...environment,
    onChange: (tags) => {
      cache.purge(tags);
      answers.purge(tags);
    },
    onReady: () => {
      if (life.stage === 'starting') life.stage = 'ready';
    },
    onDelay: (seconds) => metrics?.countDelay(seconds),
  });
  const seen = new Seen(feed);
  const answers = new Answers({ ask, mayKeep: () => feed.ready, seen, squeezer });
  // “Recommended For You” is a new choice every minute, not one for ever.
  setInterval(() => cache.purge(new Set([randomTag])), 60_000).unref();
  const pages = createPages({
    render,
    cache,
    mayKeep: () => feed.ready,
    site: environment.siteUrl,
    seen,
  });
  const observe = (answered: Answered) => {
    metrics?.countAnswer(answered);
    const quiet = answered.kind === 'file' || answered.kind === 'health';
    log(quiet ? 'debug' : 'info', 'request', { ...answered, ms: Math.round(answered.ms) });
  };
  const server = createFront({
    ...{ environment, upstream, pages, answers, life },
    clientFiles: join(build, 'client'),
    observe: metrics || logs('info') ? observe : undefined,
  });
  server.on('error', fail);
  server.listen(environment.port, environment.host, () => {
    // A launcher says it in its own words.
    if (!process.connected) log('info', 'start', { url: environment.siteUrl, build });
  });
  metrics?.serve({ environment, caches: { page: cache, answer: answers.cache }, feed, fail });
  const stop = (drainTime: number) => {
    log('info', 'stop', { drainTime });
    void life.end(server, drainTime).then(() => {
      feed.stop();
      flushLog();
      process.exit(0);
    });
  };
  // A launcher that was killed could not stop its site: the channel to it closes, and the site ends by itself.
  process.once('disconnect', () => stop(0));
  process.on('SIGTERM', () => stop(environment.drainTime));
  process.on('SIGINT', () => stop(0));
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
