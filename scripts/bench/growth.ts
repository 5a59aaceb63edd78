import { anew, publicCalls } from './api.ts';
import { openOffice } from './admin.ts';
import { findGoods } from './catalogue.ts';
import { measureFlow, measureInTurn, type LoadOptions, type Scenario } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** The same questions put to a small and a large shop in turn, past the cache, one at a time. */
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
      { name, base: small.url, paths: anew(paths) },
      { name, base: large.url, paths: anew(inLarge[name] ?? []) },
    ];
    const [before, after] = await measureInTurn(scenarios, { ...options, connections: 1 });
    if (!before || !after) continue;
    const what = `API ${name} in the large shop; small ${before.p50.toFixed(1)} ms`;
    rows.push({ what, figures: after, ratio: after.p50 / before.p50, most: 1.5 });
  }
  return [...rows, ...(await measureOffices(small, large, options))];
}

/** Every list, filter and search of the back office in turn in both; what is counted there grows with what there is. */
async function measureOffices(small: Shop, large: Shop, { seconds }: LoadOptions): Promise<Row[]> {
  const [few, many] = [await openOffice(small), await openOffice(large)];
  const inLarge = new Map(many.questions);
  const rows: Row[] = [];
  for (const [what, path] of few.questions) {
    const here = () => few.ask(path).then(() => undefined);
    const there = () => many.ask(inLarge.get(what) ?? path).then(() => undefined);
    await Promise.all([here(), there()]);
    const before = await measureFlow([here], seconds / 2);
    const figures = await measureFlow([there], seconds / 2);
    const line = `${what}, in the large shop; small ${before.p50.toFixed(1)} ms`;
    rows.push({ what: line, figures, ratio: figures.p50 / before.p50, most: 1.5 });
  }
  return rows;
}
