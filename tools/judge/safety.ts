import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../supabase/embedded/ports.ts';
import { audit } from '../../scripts/audit.ts';
import { root } from '../../scripts/settings.ts';
import { startSite } from '../../scripts/site-process.ts';
import { openHttpsFront } from './https-front.ts';
import type { Finding, Judge } from './verdict.ts';
import { json, npmTool, run } from './tools.ts';

const squawk: Judge = {
  name: 'squawk',
  version: '2.66.0',
  async run() {
    const home = await npmTool('squawk-cli', this.version);
    const program = join(home, `../@squawk-cli/linux-${process.arch}/bin/squawk`);
    const folder = join(root, 'supabase/migrations');
    const files = (await readdir(folder)).map((name) => join(folder, name));
    // Each migration is one transaction, here and with the Supabase CLI.
    const args = ['--assume-in-transaction', '--pg-version', '17', '--reporter', 'json'];
    const found = json<{ file: string; line: number; rule_name: string; message: string }[]>(
      await run(program, [...args, ...files]),
    );
    const findings = found.map(({ file, line, rule_name, message }): Finding => {
      return { rule: rule_name, where: `${basename(file)}:${line + 1}`, message };
    });
    return { checked: `${files.length} migrations`, findings };
  },
};

interface Scan {
  scan: { grade: string; score: number; testsQuantity: number };
  tests: Record<string, { pass: boolean; result: string; scoreDescription: string }>;
}

/** Scans a second site process behind HTTPS, as a deployed shop is. */
const observatory: Judge = {
  name: 'observatory',
  version: '1.4.8',
  async run({ stack }) {
    const home = await npmTool('@mdn/mdn-http-observatory', this.version);
    // It downloads this list of well-known hosts, to which localhost does not belong.
    await writeFile(join(home, 'conf/hsts-preload.json'), '{}');
    const [port, behind] = [await freePort(), await freePort()];
    const { url: supabaseUrl, functionsUrl, anonKey, siteSecret } = stack;
    const address = `https://localhost:${port}`;
    const log = (line: string) => console.log(line);
    const ways = { supabaseUrl, functionsUrl, anonKey, siteSecret, log };
    const site = await startSite({ port: behind, url: address, ...ways });
    const front = await openHttpsFront(port, behind);
    try {
      const module = pathToFileURL(join(home, 'src/index.js')).href;
      const script = `import { scan } from '${module}';
        console.log(JSON.stringify(await scan('localhost:${port}')))`;
      const { scan, tests } = json<Scan>(
        await run(process.execPath, ['--input-type=module', '--eval', script], {
          env: { NODE_EXTRA_CA_CERTS: front.certificate },
        }),
      );
      const findings = Object.entries(tests)
        .filter(([, { pass }]) => !pass)
        .map(([rule, { result, scoreDescription }]): Finding => {
          return { rule, where: result, message: scoreDescription };
        });
      if (scan.grade !== 'A+') {
        findings.push({ rule: 'grade', where: scan.grade, message: `${scan.score} points` });
      }
      return { checked: `${scan.testsQuantity} tests, ${scan.grade}`, findings };
    } finally {
      front.close();
      await site.stop();
    }
  },
};

/** What the registry knows of the packages that the shop runs on; not every registry answers. */
const npmAudit: Judge = {
  name: 'npm-audit',
  version: 'npm',
  async run() {
    const found = await audit();
    const version = (await run('npm', ['--version'])).stdout.trim();
    if (!found.available) return { checked: 'nothing: no answer', findings: [], version };
    const findings = found.severe.map((it): Finding => {
      return { rule: it, where: 'package-lock.json', message: '' };
    });
    return { checked: 'dependencies', findings, version };
  },
};

export const judgesOfSafety: Judge[] = [squawk, observatory, npmAudit];
