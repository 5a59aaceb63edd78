import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/settings.ts';
import type { Finding, Judge } from './verdict.ts';
import { json, npmTool, run, workFolder } from './tools.ts';

const domain = 'supabase/functions/_shared/domain';

/** The code of money, stock, roles and cache that unit tests reach; the rest is SQL and screens. */
const judged = [
  `${domain}/{money,order-sums,order-status,sort-options,vat-id,availability}.ts`,
  'supabase/functions/_shared/{constant-time,payments/paystack/signature}.ts',
  'supabase/functions/api/recovery.ts',
  'src/routes.ts',
  'src/api/{query,tokens}.ts',
  'src/ui/format.ts',
  'src/order/*.ts',
  'src/storefront/{company-price,stock,cart/*,checkout/attempt-key,order-grid/sheet,product/shown-stock}.ts',
  'src/account/ordering/sku-list.ts',
  'src/admin/orders/refunds.ts',
  'src/admin/stock/{sheet,sheet-keys,stock-edits,tab-text,variant-fields}.ts',
];

/** The tests that run this code; others only pass through it, and would take long. */
const tests = [
  'tests/unit/{admin,api,shared,storefront}/**/*.test.ts',
  'tests/unit/site/{client,format,query,routes,tokens}.test.ts',
];

/** Percent of the mutants that the tests have to notice. */
const least = 90;

interface Place {
  line: number;
  column: number;
}

interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: string;
  /** Whether it runs while modules load. */
  static?: boolean;
  location: { start: Place; end: Place };
}

interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

/** Code in one line. */
function codeAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((it, n) =>
      it.slice(n === 0 ? start.column - 1 : 0, n === last ? end.column - 1 : undefined),
    )
    .join(' ');
}

const inOneLine = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, 80);

/** Changes the code in a copy of the project, one place at a time: the unit tests that run it have to notice. */
export const stryker: Judge = {
  name: 'stryker',
  version: '10.1.1',
  async run() {
    // Its runner of tests takes the shop's own Vitest.
    const runner = `@stryker-mutator/vitest-runner@${this.version}`;
    const home = await npmTool('@stryker-mutator/core', this.version, runner, '--legacy-peer-deps');
    const vitest = join(workFolder, 'stryker-tests.mjs');
    const settings = join(workFolder, 'stryker.json');
    const report = join(workFolder, 'stryker-report.json');
    await writeFile(vitest, `export default ${JSON.stringify({ test: { include: tests } })}`);
    await writeFile(
      settings,
      JSON.stringify({
        ...{ mutate: judged, concurrency: 2, disableTypeChecks: false, ignoreStatic: true },
        ...{ testRunner: 'vitest', vitest: { configFile: vitest } },
        ...{ reporters: ['json'], jsonReporter: { fileName: report } },
        tempDirName: join(workFolder, 'stryker'),
        ignorePatterns: ['dist', 'docs', 'screenshots', 'supabase/.temp', 'test-results'],
      }),
    );
    const ran = await run(process.execPath, [join(home, 'bin/stryker.js'), 'run', settings], {
      cwd: root,
      minutes: 60,
    });
    if (ran.code !== 0) throw new Error(ran.stdout.slice(-600));
    const { files } = json<Report>(ran, await readFile(report, 'utf8'));
    const mutants = Object.entries(files).flatMap(([file, { source, mutants: all }]) =>
      all.map((it) => ({ ...it, file, code: inOneLine(codeAt(source, it.location)) })),
    );
    const valid = mutants.filter(
      (it) => !it.static && /Killed|Timeout|Survived|NoCoverage/.test(it.status),
    );
    const alive = valid.filter((it) => /Survived|NoCoverage/.test(it.status));
    const findings = alive.map((it): Finding => {
      const { mutatorName: rule, file, code, status, location, replacement = '' } = it;
      const where = `${file} ${code} → ${inOneLine(replacement)}`;
      return { rule, where, message: `line ${location.start.line}, ${status}` };
    });
    const percent = (100 * (valid.length - alive.length)) / valid.length;
    if (percent < least) {
      findings.push({
        rule: 'score',
        where: `${percent.toFixed(1)} %`,
        message: `below ${least} %`,
      });
    }
    return { checked: `${valid.length} mutants, ${percent.toFixed(1)} % killed`, findings };
  },
};
