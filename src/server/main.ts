import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { Answers } from './answers.ts';
import { startChangeFeed } from './change-feed.ts';
import { readEnvironment } from './environment.ts';
import { createFront, type PageHandler } from './front.ts';
import { PageCache } from './page-cache.ts';
import { createPages } from './pages.ts';
import type { Caught } from './render.ts';
import { randomTag } from './request-tags.ts';
import { askAsVisitor } from './upstream.ts';

/** How long requests that are being answered may take once the site was told to stop, in milliseconds. */
const drainTime = 8000;

async function main(): Promise<void> {
  const environment = readEnvironment();
  const build = process.env['HEMLINE_BUILD'];
  if (!build) throw new Error('HEMLINE_BUILD is missing: the folder of the built site');
  const entry = pathToFileURL(join(build, 'server/entry.mjs')).href;
  const { handler } = (await import(entry)) as { handler: PageHandler };
  const cache = new PageCache<Caught>();
  const answers = new Answers({ ask: askAsVisitor(environment), mayKeep: () => feed.ready });
  const feed = startChangeFeed({
    ...environment,
    onChange: (tags) => {
      cache.purge(tags);
      answers.purge(tags);
    },
  });
  // “Recommended For You” is a new choice every minute, not one for ever.
  setInterval(() => cache.purge(new Set([randomTag])), 60_000).unref();
  const pages = createPages({
    pages: handler,
    cache,
    mayKeep: () => feed.ready,
    host: new URL(environment.siteUrl).host,
  });
  const server = createFront(environment, pages, join(build, 'client'), answers);
  server.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.listen(environment.port, environment.host, () => {
    // A launcher says it in its own words.
    if (!process.connected) console.log(`The site answers on ${environment.siteUrl}`);
  });
  const stop = () => {
    feed.stop();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), drainTime).unref();
  };
  // A launcher that was killed could not stop its site: the channel to it closes, and the site ends by itself.
  process.once('disconnect', stop);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

// A file that vanished under a running response costs that response, not the site.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  console.error(error);
  if (error.code !== 'ENOENT') process.exit(1);
});

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
