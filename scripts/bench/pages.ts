import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { routes } from '../../src/routes.ts';
import { compressBest } from '../../src/server/cache/store.ts';
import type { Goods } from './catalogue.ts';
import { measureInTurn, type LoadOptions, type Scenario } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

const inBrotli = { 'accept-encoding': 'br' };

/** The least that a Node server can do: the same bytes for every request. */
async function startPlainServer(body: Buffer): Promise<{ url: string; stop(): void }> {
  const head = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': body.length,
  };
  const server = createServer((_request, response) => {
    response.writeHead(200, head);
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Each takes as long as the site takes to make a page small, which it has done after a few. */
const mostTries = 300;

/**
 * Asks for a page until it comes as small as the site makes it, which it does for who asks again.
 * @throws when it is not answered well, or is never that small.
 */
export async function warm(address: string): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answer = await fetch(address, { headers: inBrotli });
    const raw = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
    const length = Number(answer.headers.get('content-length') ?? Infinity);
    if (length <= (await compressBest(raw)).length) return;
  }
  throw new Error(`${address} came ${mostTries} times larger than the site makes it.`);
}

export function pagePaths({ categories, products }: Goods): Record<string, string> {
  const [product] = products;
  return {
    home: routes.index(),
    shop: routes.userProducts(),
    category: routes.productCategory(categories[0] ?? ''),
    product: routes.product(product?._id ?? '', product?.title ?? ''),
  };
}

/** Cached pages; with `peer` beside a plain server that sends the same bytes. */
export async function measurePages(
  shop: Shop,
  goods: Goods,
  options: LoadOptions,
  peer: boolean,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(pagePaths(goods))) {
    const scenario: Scenario = { name, base: shop.url, paths: [path], headers: inBrotli };
    await warm(shop.url + path);
    const plain = peer ? await startPeer(shop.url + path) : null;
    const scenarios = plain ? [scenario, { ...scenario, base: plain.url }] : [scenario];
    const [ours, theirs] = await measureInTurn(scenarios, options);
    plain?.stop();
    if (!ours) continue;
    const ratio = theirs && ours.rate / theirs.rate;
    rows.push({
      what: `Page ${name}, cached${theirs ? `; plain Node ${theirs.rate.toFixed(0)}/s` : ''}`,
      figures: ours,
      ...(ratio ? { ratio, wanted: 0.8 } : {}),
      ...(ours.p99 >= 10 ? { note: 'p99 should be under 10 ms' } : {}),
    });
  }
  return rows;
}

/** The plain server runs in a process of its own, as the site does. */
async function startPeer(address: string): Promise<{ url: string; stop(): void }> {
  const { fork } = await import('node:child_process');
  const child = fork(import.meta.filename, [address], { stdio: 'inherit' });
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => void child.kill() };
}

if (import.meta.main) {
  const { request } = await import('node:http');
  const [address = ''] = process.argv.slice(2);
  const asked = request(address, { headers: inBrotli }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      void startPlainServer(Buffer.concat(chunks)).then(({ url }) => process.send?.(url));
    });
  });
  asked.end();
  process.once('disconnect', () => process.exit(0));
}
