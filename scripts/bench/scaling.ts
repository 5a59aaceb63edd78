import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../settings.ts';
import { kindsOfRequest, type Costs, type measureCosts } from './costs.ts';
import type { Row } from './table.ts';

type Measured = Awaited<ReturnType<typeof measureCosts>>;

const parts = ['site', 'functions', 'services', 'postgres'] as const;
const sum = (costs: Costs) => parts.reduce((all, part) => all + costs[part], 0);

/** As many digits as are worth reading. */
function plain(value: number): string {
  if (value === 0) return '0';
  if (value >= 100) return value.toFixed(0);
  return value >= 1 ? value.toFixed(1) : value.toPrecision(value >= 0.1 ? 2 : 1).replace(/0+$/, '');
}

/** What somebody asks for who looks around: cached pages, files and answers, questions of the own, carts, orders. */
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

/** All that docs/scaling.md says in figures of processor time. */
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
    '**A shopper**, for what follows: 12 pages, 40 pictures and files, 12 public answers, all cached; three questions of the own (session,',
    'cart, a rare search) as dear as a list asked anew; one thing into the cart; one order in twenty. In milliseconds of one core:',
    '',
    '| | Site | Functions | Services | Postgres | All |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    rowOf(['A shopper', ...parts.map((part) => plain(one[part])), plain(sum(one))]),
    '',
    'In a mean hour; the peak is five times that, as after a mail to all customers:',
    '',
    '| Shoppers an hour | A second | Site, cores | Functions | Services | Postgres | All at the peak | Orders | Database grows by |',
    `|${' ---: |'.repeat(9)}`,
    ...[10, 1000, 100_000].map((shoppers) => hour(shoppers, one)),
    '',
    'So:',
    '',
    `- One machine with two cores, half loaded at the peak, carries the whole shop for ${(Math.floor(3_600_000 / 5 / sum(one) / 1000) * 1000).toLocaleString('en')} shoppers an hour.`,
    `- One instance of the site carries ${plain(1000 / one.site)} shoppers a second; ${plain(files)} of its ${plain(one.site)} ms a shopper are pictures and files, which a CDN takes away.`,
    `- With 100,000 shoppers an hour the site needs ${peak(one.site)} cores at the peak, behind a CDN ${peak(one.site - files)}; Postgres ${peak(one.postgres)}.`,
    `- An order with its payment is ${plain(measured.order.postgres)} ms of Postgres: a core settles ${plain(orders)} a second, ${(Math.round(orders * 0.36) * 10_000).toLocaleString('en')} an hour; a search among 1,000 products is ${plain(measured.search.postgres)} ms.`,
  ].join('\n');
}

const begin = '<!-- Made by npm run bench -- --only costs --write -->\n';
const end = '<!-- Until here -->';

/** Puts the figures into docs/scaling.md. */
export async function writeScaling(measured: Measured): Promise<void> {
  const path = join(root, 'docs/scaling.md');
  const text = await readFile(path, 'utf8');
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  if (from < begin.length || to < from) throw new Error(`${path} has no place for the figures.`);
  const written = `${text.slice(0, from)}\n${scalingText(measured)}\n\n${text.slice(to)}`;
  const config = await resolveConfig(path);
  await writeFile(path, await format(written, { ...config, filepath: path }));
}

/** One line for each kind of request, for the table of the bench. */
export function costRows(measured: Measured): Row[] {
  return (Object.entries(kindsOfRequest) as [keyof Measured, string][]).map(([kind, what]) => ({
    what: `${what}: ms of one core`,
    value: [
      ...parts.map((part) => `${part} ${hundredth(measured[kind][part])}`),
      `all ${hundredth(sum(measured[kind]))}`,
    ].join(', '),
  }));
}
