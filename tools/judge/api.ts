import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding, Judge, JudgedShop } from './verdict.ts';
import { prism } from './prism.ts';
import { json, npmProgram, run, workFolder } from './tools.ts';

/** Saves the shop's OpenAPI document. Returns its path and its number of calls. */
async function saveDocument({ url }: JudgedShop): Promise<{ file: string; checked: string }> {
  const text = await (await fetch(`${url}/api/v1/openapi.json`)).text();
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const calls = Object.values(paths).flatMap((it) => Object.keys(it));
  const file = join(workFolder, 'openapi.json');
  await writeFile(file, text);
  return { file, checked: `${calls.length} calls` };
}

const spectral: Judge = {
  name: 'spectral',
  version: '6.16.3',
  async run(shop) {
    const program = await npmProgram('@stoplight/spectral-cli', this.version, 'dist/index.js');
    const { file, checked } = await saveDocument(shop);
    const rules = join(workFolder, 'spectral.json');
    await writeFile(rules, '{"extends":[["spectral:oas","all"]]}');
    const args = [program, 'lint', '--ruleset', rules, '--format', 'json', '--quiet', file];
    const found = json<{ code: string; message: string; path: (string | number)[] }[]>(
      await run(process.execPath, args),
    );
    const findings = found.map(({ code, message, path }): Finding => {
      const where = path.map((it) => String(it).replaceAll('/', '~1')).join('/');
      return { rule: code, where: `#/${where}`, message };
    });
    return { checked, findings };
  },
};

const redocly: Judge = {
  name: 'redocly',
  version: '2.77.0',
  async run(shop) {
    const program = await npmProgram('@redocly/cli', this.version, 'bin/cli.js');
    const { file, checked } = await saveDocument(shop);
    const args = ['lint', file, '--extends=recommended-strict', '--format=json'];
    const found = json<{
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
    }>(
      await run(process.execPath, [program, ...args, '--max-problems=10000'], {
        env: { REDOCLY_TELEMETRY: 'off' },
      }),
    );
    const findings = found.problems.map(({ ruleId, message, location }) => ({
      rule: ruleId,
      where: location[0]?.pointer ?? '',
      message,
    }));
    return { checked, findings };
  },
};

export const judgesOfApi: Judge[] = [spectral, redocly, prism];
