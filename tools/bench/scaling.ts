import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../../scripts/settings.ts';
import { kindsOfRequest, type Costs, type measureCosts } from './costs.ts';
import type { Row } from './table.ts';

type Measured = Awaited<ReturnType<typeof measureCosts>>;

const parts = ['site', 'functions', 'services', 'postgres'] as const;
const sum = (costs: Costs) => parts.reduce((all, part) => all + costs[part], 0);

/** Rounds to the significant digits. */
function plain(value: number): string {
  if (value === 0) return '0';
  if (value >= 100) return value.toFixed(0);
  return value >= 1 ? value.toFixed(1) : value.toPrecision(value >= 0.1 ? 2 : 1).replace(/0+$/, '');
}

/** The requests of a typical shopper. */
const shopper = {
  pageCached: 12,
  file: 40,
  answerCached: 12,
  list: 3,
  cart: 1,
  order: 0.05,
} as const;

function costOfShopper(measured: Measured): Costs {
  const costs: Costs = { site: 0, functions: 0, services: 0, postgres: 0 };
  for (const [kind, times] of Object.entries(shopper)) {
    for (const part of parts) costs[part] += times * measured[kind as keyof typeof shopper][part];
  }
  return costs;
}

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function hour(shoppers: number, costs: Costs): string {
  const cores = (ms: number) => (shoppers / 3600) * (ms / 1000);
  const bytes = shoppers * 0.05 * 7600 * 8760;
  const grows = bytes < 1e9 ? `${plain(bytes / 1e6)} MB` : `${plain(bytes / 1e9)} GB`;
  return rowOf([
    shoppers.toLocaleString('en'),
    plain(shoppers / 3600),
    ...parts.map((part) => plain(cores(costs[part]))),
    `${plain(5 * cores(sum(costs)))} cores`,
    `${(shoppers * 0.05).toLocaleString('en')} /h`,
    `${grows} a year`,
  ]);
}

const hundredth = (value: number) => value.toFixed(2);

/** The generated part of docs/scaling.md. */
function scalingText(measured: Measured): string {
  const one = costOfShopper(measured);
  const files = shopper.file * measured.file.site;
  const peak = (ms: number) => plain((5 * 100_000 * ms) / 3_600_000);
  const orders = 1000 / measured.order.postgres;
  const kinds = Object.entries(kindsOfRequest) as [keyof Measured, string][];
  return [
    '| Request | Site | Functions | Services | Postgres | All |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...kinds.map(([kind, what]) =>
      rowOf([
        what,
        ...[...parts.map((part) => measured[kind][part]), sum(measured[kind])].map(plain),
      ]),
    ),
    '',
    '**One shopper** requests 12 pages, 40 pictures and files, and 12 public answers, all cached; makes three requests that are not cached (session,',
    'cart, a rare search) and cost as much as a list; adds one item to the cart; and in one of twenty cases places an order. In milliseconds of one core:',
    '',
    '| | Site | Functions | Services | Postgres | All |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    rowOf(['One shopper', ...parts.map((part) => plain(one[part])), plain(sum(one))]),
    '',
    'In an average hour. The peak is five times as high, for example after a mail to all customers:',
    '',
    '| Shoppers per hour | Per second | Site (cores) | Functions | Services | Postgres | Total at the peak | Orders | Database growth |',
    `|${' ---: |'.repeat(9)}`,
    ...[10, 1000, 100_000].map((shoppers) => hour(shoppers, one)),
    '',
    'This means:',
    '',
    `- One machine with two cores, at half load in the peak, serves the whole shop for ${(Math.floor(3_600_000 / 5 / sum(one) / 1000) * 1000).toLocaleString('en')} shoppers per hour.`,
    `- One instance of the site serves ${plain(1000 / one.site)} shoppers per second. ${plain(files)} of its ${plain(one.site)} ms per shopper are pictures and files, which a CDN can serve.`,
    `- With 100,000 shoppers per hour, the site needs ${peak(one.site)} cores at the peak, or ${peak(one.site - files)} behind a CDN. Postgres needs ${peak(one.postgres)}.`,
    `- An order with its payment takes ${plain(measured.order.postgres)} ms of Postgres: one core settles ${plain(orders)} per second, ${(Math.round(orders * 0.36) * 10_000).toLocaleString('en')} per hour. A search among 1,000 products takes ${plain(measured.search.postgres)} ms.`,
  ].join('\n');
}

const begin = '<!-- Made by npm run bench -- --only costs --write -->\n';
const end = '<!-- Until here -->';

/** Writes the results to docs/scaling.md. */
export async function writeScaling(measured: Measured): Promise<void> {
  const path = join(root, 'docs/scaling.md');
  const text = await readFile(path, 'utf8');
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  if (from < begin.length || to < from) throw new Error(`${path} has no place for the figures.`);
  const written = `${text.slice(0, from)}\n${scalingText(measured)}\n\n${text.slice(to)}`;
  const config = await resolveConfig(path);
  await writeFile(path, await format(written, { ...config, filepath: path }));
}

/** One row per kind of request, for the results. */
export function costRows(measured: Measured): Row[] {
  return (Object.entries(kindsOfRequest) as [keyof Measured, string][]).map(([kind, what]) => ({
    what: `${what}: ms of one core`,
    value: [
      ...parts.map((part) => `${part} ${hundredth(measured[kind][part])}`),
      `all ${hundredth(sum(measured[kind]))}`,
    ].join(', '),
  }));
}
