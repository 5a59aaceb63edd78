import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../../scripts/browser.ts';
import { runTool } from '../../scripts/tool.ts';
import type { Goods } from './catalogue.ts';
import { median } from './load.ts';
import { pagePaths, warm } from './pages.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';
import { lighthouseProgram } from './tools.ts';

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const scores = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse for mobile, with the median of several runs per page. */
export async function measureInBrowser(shop: Shop, goods: Goods, repeats: number): Promise<Row[]> {
  const { home = '/', shop: all = '/shop', product = '/' } = pagePaths(goods);
  const rows: Row[] = [];
  for (const [name, path] of Object.entries({ home, shop: all, product, cart: '/cart' })) {
    await warm(shop.url + path);
    const reports: Report[] = [];
    for (let i = 0; i < repeats; i += 1) reports.push(await runLighthouse(shop.url + path));
    const middle = (read: (report: Report) => number) => median(reports.map(read));
    const value = scores
      .map((it) => middle((r) => Math.round((r.categories[it]?.score ?? 0) * 100)))
      .join(' ');
    const audit = (id: string) => middle((r) => r.audits[id]?.numericValue ?? NaN);
    const lcp = audit('largest-contentful-paint') / 1000;
    const [cls, tbt] = [audit('cumulative-layout-shift'), audit('total-blocking-time')];
    const note = `LCP ${lcp.toFixed(2)} s, CLS ${cls.toFixed(3)}, TBT ${tbt.toFixed(0)} ms`;
    const passed = value === '100 100 100 100' && lcp <= 1.5 && cls <= 0.01 && tbt <= 50;
    rows.push({ what: `Lighthouse ${name}, mobile`, value, note, passed });
  }
  return rows;
}

async function runLighthouse(address: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-lighthouse-'));
  try {
    const file = join(folder, 'report.json');
    const flags = ['--output=json', `--output-path=${file}`, '--quiet', '--form-factor=mobile'];
    const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage';
    const { ok, output } = await runTool(lighthouseProgram(), [address, ...flags, chrome], {
      env: { CHROME_PATH: ensureBrowser() },
    });
    if (!ok) throw new Error(`Lighthouse failed on ${address}:\n${output}`);
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
