import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { routes } from '../../src/routes.ts';
import { compressBest } from '../../src/server/cache/store.ts';
import { findGoods, type Goods } from './catalogue.ts';
import { measureInTurn, type LoadOptions, type Scenario } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

const inBrotli = { 'accept-encoding': 'br' };

/** A minimal Node server that sends the same bytes for every request. */
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

/** The site recompresses a page after a few requests. */
const maxAttempts = 300;

/**
 * Requests a page until it is recompressed, which the site does for repeated requests.
 * @throws if a request fails, or the page is never recompressed
 */
export async function warm(address: string): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const response = await fetch(address, { headers: inBrotli });
    const raw = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    const length = Number(response.headers.get('content-length') ?? Infinity);
    if (length <= (await compressBest(raw)).length) return;
  }
  throw new Error(`${address} was not recompressed after ${maxAttempts} requests.`);
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

/** What pages are compared with: a server that sends the same bytes, or an earlier checkout with its own goods. */
async function startOther(peer: 'plain' | Shop, name: string, address: string) {
  if (peer === 'plain') return { what: 'plain Node', min: 0.8, ...(await startPeer(address)) };
  const path = pagePaths(await findGoods(peer))[name] ?? '';
  await warm(peer.url + path);
  return { what: 'before', min: 0.9, url: peer.url, path, stop: () => undefined };
}

/** Measures cached pages, beside the peer if there is one. */
export async function measurePages(
  shop: Shop,
  goods: Goods,
  options: LoadOptions,
  peer: 'plain' | Shop | null,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(pagePaths(goods))) {
    const scenario: Scenario = { name, base: shop.url, paths: [path], headers: inBrotli };
    await warm(shop.url + path);
    const other = peer && (await startOther(peer, name, shop.url + path));
    const beside = other && { ...scenario, base: other.url, paths: [other.path ?? path] };
    const [ours, theirs] = await measureInTurn(beside ? [scenario, beside] : [scenario], options);
    other?.stop();
    if (!ours) continue;
    const compared = other && theirs;
    rows.push({
      what: `Page ${name}, cached${compared ? `; ${other.what} ${theirs.rate.toFixed(0)}/s` : ''}`,
      figures: ours,
      ...(compared ? { ratio: ours.rate / theirs.rate, min: other.min } : {}),
      ...(ours.p99 >= 10 ? { note: 'p99 should be under 10 ms' } : {}),
    });
  }
  return rows;
}

/** Starts the plain server in a separate process, like the site. */
async function startPeer(address: string): Promise<{ url: string; path?: string; stop(): void }> {
  const { fork } = await import('node:child_process');
  const child = fork(import.meta.filename, [address], { stdio: 'inherit' });
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => void child.kill() };
}

if (import.meta.main) {
  const { request } = await import('node:http');
  const [address = ''] = process.argv.slice(2);
  const sent = request(address, { headers: inBrotli }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      void startPlainServer(Buffer.concat(chunks)).then(({ url }) => process.send?.(url));
    });
  });
  sent.end();
  process.once('disconnect', () => process.exit(0));
}
