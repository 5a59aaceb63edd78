import { publicCalls, fresh } from './api.ts';
import { findGoods } from './catalogue.ts';
import { measureInTurn, type LoadOptions, type Scenario } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** The same questions put to a small and a large shop in turn, past what is kept, one at a time. */
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
      { name, base: small.url, paths, headers: fresh },
      { name, base: large.url, paths: inLarge[name] ?? [], headers: fresh },
    ];
    const [before, after] = await measureInTurn(scenarios, { ...options, connections: 1 });
    if (!before || !after) continue;
    const what = `API ${name} in the large shop; small ${before.p50.toFixed(1)} ms`;
    rows.push({ what, figures: after, ratio: after.p50 / before.p50, most: 1.5 });
  }
  return rows;
}
