import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { readEnvironment } from './environment.ts';
import { createFront, type PageHandler } from './front.ts';

/** How long requests that are being answered may take once the site was told to stop, in milliseconds. */
const drainTime = 8000;

const root = join(import.meta.dirname, '../..');

async function main(): Promise<void> {
  const environment = readEnvironment();
  const entry = pathToFileURL(join(root, 'dist/server/entry.mjs')).href;
  const { handler } = (await import(entry)) as { handler: PageHandler };
  const server = createFront(environment, handler, join(root, 'dist/client'));
  server.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.listen(environment.port, environment.host, () => {
    console.log(JSON.stringify({ ready: environment.siteUrl, pid: process.pid }));
  });
  const stop = () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), drainTime).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
