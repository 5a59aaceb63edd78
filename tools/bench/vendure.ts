import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOptions } from './load.ts';
import { median } from './load.ts';
import type { Row } from './table.ts';

interface Results {
  readonly results: Readonly<Record<string, readonly { readonly perSec: number }[]>>;
}

/** Pairs of comparable scenarios, with the minimum ratio of the rates. */
const pairs = [
  { ours: 'API listing of 24, cached', theirs: 'listing', min: 6 },
  { ours: 'API detail, cached', theirs: 'product detail', min: 10 },
  { ours: 'API search, cached', theirs: 'search', min: 80 },
  { ours: 'Add to cart, 10 shoppers', theirs: 'add-to-cart', min: 5 },
  { ours: 'Whole order', theirs: 'place order', min: 8 },
] as const;

/** Runs the `load.js` of a Vendure installation and compares its results with ours. */
export async function compareWithVendure(
  folder: string,
  { seconds, repeats, connections }: LoadOptions,
  ours: readonly Row[],
): Promise<Row[]> {
  const before = new Set(await readdir(folder));
  const child = spawn(process.execPath, ['load.js'], {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      BENCH_SECONDS: String(seconds),
      BENCH_REPEATS: String(repeats),
      BENCH_CONNECTIONS: String(connections),
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const name = (await readdir(folder)).find((it) => it.startsWith('results-') && !before.has(it));
  if (code !== 0 || !name) throw new Error('Vendure could not be measured.');
  const { results } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Results;
  return pairs.flatMap(({ ours: mine, theirs, min }) => {
    const row = ours.find((it) => it.what.startsWith(mine));
    const found = Object.entries(results).find(([key]) => key.startsWith(theirs));
    if (!row?.figures || !found) return [];
    const rate = median(found[1].map((it) => it.perSec));
    const what = `${row.what}; Vendure ${rate.toFixed(1)}/s`;
    return [{ what, figures: row.figures, ratio: row.figures.rate / rate, min }];
  });
}
