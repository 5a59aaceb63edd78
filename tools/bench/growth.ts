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

function requestsInTurn(shop: Shop, paths: readonly string[]): () => Promise<void> {
  const urls = uncached(paths).map((path) => shop.url + path);
  let next = 0;
  return async () => {
    const response = await fetch(urls[next++ % urls.length] ?? shop.url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  };
}
