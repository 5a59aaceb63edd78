import { publicCalls, uncached } from './api.ts';
import { openOffice } from './admin.ts';
import { findGoods } from './catalogue.ts';
import { measureFlow, measureInTurn, type LoadOptions, type Scenario } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** Compares a large shop with a small one, with uncached requests, one at a time. */
export async function measureGrowth(
  small: Shop,
  large: Shop,
  options: LoadOptions,
): Promise<Row[]> {
  const [few, many] = [await findGoods(small), await findGoods(large)];
  const [inSmall, inLarge] = [publicCalls(few), publicCalls(many)];
  const rows: Row[] = [];
  for (const [name, paths] of Object.entries(inSmall)) {
    const scenarios: Scenario[] = [
      { name, base: small.url, paths: uncached(paths) },
      { name, base: large.url, paths: uncached(inLarge[name] ?? []) },
    ];
    const [before, after] = await measureInTurn(scenarios, { ...options, connections: 1 });
    if (!before || !after) continue;
    const what = `API ${name} in the large shop; small ${before.p50.toFixed(1)} ms`;
    rows.push({ what, figures: after, ratio: after.p50 / before.p50, max: 1.5 });
  }
  return [...rows, ...(await measureOffices(small, large, options))];
}

/** Compares every list, filter and search of the back office. */
async function measureOffices(small: Shop, large: Shop, { seconds }: LoadOptions): Promise<Row[]> {
  const [few, many] = [await openOffice(small), await openOffice(large)];
  const inLarge = new Map(many.requests);
  const rows: Row[] = [];
  for (const [what, path] of few.requests) {
    const here = () => few.ask(path).then(() => undefined);
    const there = () => many.ask(inLarge.get(what) ?? path).then(() => undefined);
    await Promise.all([here(), there()]);
    const before = await measureFlow([here], seconds / 2);
    const figures = await measureFlow([there], seconds / 2);
    const line = `${what}, in the large shop; small ${before.p50.toFixed(1)} ms`;
    rows.push({ what: line, figures, ratio: figures.p50 / before.p50, max: 1.5 });
  }
  return rows;
}
