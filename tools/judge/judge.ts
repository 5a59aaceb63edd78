import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { ensureBrowser } from '../../scripts/browser.ts';
import { findIds, openDemoShop } from '../../scripts/demo-shop.ts';
import { attackers } from './attacks.ts';
import { judgesOfAccessibility } from './accessibility.ts';
import { judgesOfApi } from './api.ts';
import { otherBrowsers } from './browsers.ts';
import type { Finding, Judge, JudgedShop } from './verdict.ts';
import { knownFindings, reasonFor, type Known } from './known.ts';
import { lighthouse } from './lighthouse.ts';
import { noLimits } from './limits.ts';
import { judgesOfPages } from './pages.ts';
import { judgesOfSafety } from './safety.ts';
import { stripeFixtures, stripeOpenApi } from './stripe.ts';
import { stryker } from './stryker.ts';
import { judgesOfSupabase } from './supabase-js.ts';
import { workFolder } from './tools.ts';
import { Lifetime } from '../../scripts/lifetime.ts';
import { seconds } from '../../scripts/report.ts';

/**
 * `--only spectral,vnu` runs these two; `--supabase-js <folder>` is a checkout of supabase/supabase-js, whose test suites then run
 * against the embedded Supabase; `--stripe-fixtures <file>` and `--stripe-openapi <file>` are Stripe's examples and its OpenAPI
 * document, with which its sandbox is compared.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'supabase-js': { type: 'string' },
    'stripe-fixtures': { type: 'string' },
    'stripe-openapi': { type: 'string' },
  },
});
const checkout = values['supabase-js'];
const { 'stripe-fixtures': examples, 'stripe-openapi': stripeDocument } = values;

/** Tools that only read come first; the last ones attack the shop. */
const judges: readonly Judge[] = [
  ...judgesOfApi,
  ...judgesOfPages,
  ...judgesOfSafety,
  ...judgesOfAccessibility,
  lighthouse,
  stryker,
  ...otherBrowsers,
  ...(checkout ? judgesOfSupabase(resolve(checkout)) : []),
  ...(examples ? [stripeFixtures(resolve(examples))] : []),
  ...(stripeDocument ? [stripeOpenApi(resolve(stripeDocument))] : []),
  ...attackers,
];

interface Row {
  judge: Judge;
  version: string;
  checked: string;
  known: { finding: Finding; why: Known }[];
  new: Finding[];
  failure?: string;
  time: string;
}

async function judgeBy(judge: Judge, shop: JudgedShop, known: Known[]): Promise<Row> {
  const startedAt = performance.now();
  console.log(`          ${judge.name} …`);
  const row: Row = { judge, version: judge.version, checked: '', known: [], new: [], time: '' };
  try {
    const { checked, findings, version = judge.version } = await judge.run(shop);
    row.version = version;
    row.checked = checked;
    for (const finding of findings) {
      const why = reasonFor(judge.name, finding, known);
      if (why) row.known.push({ finding, why });
      else row.new.push(finding);
    }
  } catch (error) {
    row.failure = error instanceof Error ? error.message : String(error);
  }
  return { ...row, time: seconds(performance.now() - startedAt) };
}

function printTable(rows: Row[]): void {
  const lines = [
    ['Tool', 'Version', 'Checked', 'Known', 'New', 'Time'],
    ...rows.map(({ judge: { name }, version, checked, known, new: found, failure, time }) =>
      failure
        ? [name, version, 'COULD NOT RUN', '', '', time]
        : [name, version, checked, String(known.length), String(found.length), time],
    ),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((n) => Math.max(...lines.map((it) => it[n]?.length ?? 0)));
  const text = lines.map((it) => it.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  '));
  console.log(`\n${text.join('\n')}`);
}

/** Known findings with their reasons, new ones with their places, and reasons that no finding needs any more. */
function printDetails(rows: Row[], known: Known[]): void {
  for (const row of rows) {
    const { judge, failure } = row;
    if (failure) console.log(`\n${judge.name} could not run: ${failure}`);
    for (const it of known.filter(({ judge: name }) => name === judge.name)) {
      const count = row.known.filter(({ why }) => why === it).length;
      if (count > 0) console.log(`\n${judge.name}: ${count} known of ${it.rule}: ${it.why}`);
      else if (!failure) console.log(`\n${judge.name}: no longer found: ${it.rule} ${it.where}`);
    }
    for (const rule of new Set(row.new.map((it) => it.rule))) {
      const found = row.new.filter((it) => it.rule === rule);
      const shown = found.slice(0, 10).map(({ where, message }) => `\n  ${where}\n    ${message}`);
      const rest =
        found.length > 10
          ? `\n  … and ${found.length - 10} more in test-results/judge/new.json`
          : '';
      console.log(`\n${judge.name}: ${found.length} NEW of ${rule}${shown.join('')}${rest}`);
    }
  }
}

const asked = values.only?.split(',') ?? judges.map(({ name }) => name);
const unknown = asked.filter((name) => judges.every((it) => it.name !== name));
const lifetime = new Lifetime();
try {
  if (unknown.length > 0) {
    const names = judges.map(({ name }) => name).join(', ');
    throw new Error(`Unknown tool: ${unknown.join(', ')}. The tools are ${names}`);
  }
  const known = knownFindings();
  mkdirSync(workFolder, { recursive: true });
  const executablePath = ensureBrowser();
  Object.assign(process.env, noLimits);
  const demo = await openDemoShop(lifetime);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  await lifetime.add('The browser', () => browser.close());
  const context = await browser.newContext({ baseURL: demo.url });
  const shop: JudgedShop = { ...demo, browser, ids: await findIds(context.request, demo.stack) };
  await context.close();
  const rows: Row[] = [];
  for (const judge of judges.filter(({ name }) => asked.includes(name))) {
    rows.push(await judgeBy(judge, shop, known));
  }
  const all = rows.map(({ judge, new: found }) => [judge.name, found] as const);
  writeFileSync(join(workFolder, 'new.json'), JSON.stringify(Object.fromEntries(all), null, 2));
  printDetails(rows, known);
  printTable(rows);
  await lifetime.end(rows.some((it) => it.failure || it.new.length > 0) ? 1 : 0);
} catch (error) {
  if (!lifetime.isEnding) console.error(error instanceof Error ? error.message : error);
  await lifetime.end(1);
}
