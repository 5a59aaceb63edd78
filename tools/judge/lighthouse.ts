import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from '../../scripts/browser.ts';
import { withIds } from '../../scripts/demo-shop.ts';
import type { Finding, Judge } from './verdict.ts';
import { npmProgram, run, workFolder } from './tools.ts';

interface Report {
  requestedUrl: string;
  audits: Record<string, { title: string; score: number | null }>;
}

/** Speed is measured by `npm run bench -- --lighthouse` on a quiet machine; here are the rules that hold on any. */
const categories = ['accessibility', 'best-practices', 'seo'];

export const lighthouse: Judge = {
  name: 'lighthouse',
  version: '0.15.1',
  async run({ url, ids }) {
    const program = await npmProgram('@lhci/cli', this.version, 'src/cli.js');
    const folder = join(workFolder, '.lighthouseci');
    await rm(folder, { recursive: true, force: true });
    const paths = ['/', '/shop', '/product/{product}/-', '/login'];
    const collect = [
      ...['collect', '--numberOfRuns=1', `--settings.onlyCategories=${categories.join(',')}`],
      '--settings.chromeFlags=--headless=new --no-sandbox --disable-dev-shm-usage',
      ...paths.map((path) => `--url=${url}${withIds(path, ids)}`),
    ];
    const env = { CHROME_PATH: ensureBrowser() };
    const collected = await run(process.execPath, [program, ...collect], { env });
    if (collected.code !== 0) throw new Error(collected.stderr.slice(-600));
    const findings: Finding[] = [];
    for (const name of (await readdir(folder)).filter((it) => /^lhr-.*json$/.test(it))) {
      const text = await readFile(join(folder, name), 'utf8');
      const { requestedUrl, audits } = JSON.parse(text) as Report;
      const where = new URL(requestedUrl).pathname;
      for (const [rule, { title, score }] of Object.entries(audits)) {
        if (score !== null && score < 1) findings.push({ rule, where, message: title });
      }
    }
    return { checked: `${paths.length} pages`, findings };
  },
};
