import postgres from 'postgres';
import { publicCalls, uncached } from './api.ts';
import { findGoods } from './catalogue.ts';
import { measureFlow, type LoadOptions } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** Compares the storefront's uncached requests in a large shop with those in a small one, one at a time. */
export async function measureGrowth(
  small: Shop,
  large: Shop,
  { seconds }: LoadOptions,
): Promise<Row[]> {
  const inLarge = publicCalls(await findGoods(large));
  const rows: Row[] = [];
  for (const [name, paths] of Object.entries(publicCalls(await findGoods(small)))) {
    const few = requestsInTurn(small, paths);
    const many = requestsInTurn(large, inLarge[name] ?? []);
    // A connection and a plan of their own, before anything is measured.
    await Promise.all([few(), many()]);
    const before = await measureFlow([few], seconds);
    const figures = await measureFlow([many], seconds);
    const what = `API ${name} in the large shop; small ${before.p50.toFixed(1)} ms`;
    rows.push({ what, figures, ratio: figures.p50 / before.p50, max: 1.5 });
  }
  return rows;
}

/** A visitor's first piece in the cart, without an account, beside a million others. */
export async function measureVisitors(
  small: Shop,
  large: Shop,
  { seconds }: LoadOptions,
): Promise<Row> {
  const [few, many] = await Promise.all([firstPiece(small), firstPiece(large)]);
  await Promise.all([few(), many()]);
  const before = await measureFlow([few], seconds);
  const figures = await measureFlow([many], seconds);
  const what = `First piece in a cart without an account; small shop ${before.p50.toFixed(1)} ms`;
  return { what, figures, ratio: figures.p50 / before.p50, max: 1.5 };
}

async function firstPiece({ url, databaseUrl }: Shop): Promise<() => Promise<void>> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`update shop_settings set value = '"everybody"' where name = 'who_may_order'`;
  const [product] = await sql<{ id: string }[]>`
    select id from products where availability = 'InStock' and status = 'published' limit 1`;
  await sql.end();
  const ask = async (method: string, path: string, token = '', body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as { visitorToken?: string };
  };
  return async () => {
    const { visitorToken } = await ask('POST', '/auth/visit');
    const line = { productId: product?.id, quantity: 1 };
    await ask('POST', '/cart/add-to-cart', visitorToken, line);
    await ask('GET', '/cart/get-cart', visitorToken);
  };
}

function requestsInTurn(shop: Shop, paths: readonly string[]): () => Promise<void> {
  const urls = uncached(paths).map((path) => shop.url + path);
  let next = 0;
  return async () => {
    const response = await fetch(urls[next++ % urls.length] ?? shop.url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  };
}
