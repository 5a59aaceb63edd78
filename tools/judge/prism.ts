import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../supabase/embedded/ports.ts';
import { root } from '../../scripts/settings.ts';
import { bin } from '../../scripts/tool.ts';
import type { Finding, Judge } from './verdict.ts';
import { usualLimits } from './limits.ts';
import { openMirror, openReplay, type Exchange } from './mirror.ts';
import { readDocument, type OpenApi } from './samples.ts';
import { npmProgram, run, workFolder } from './tools.ts';

interface Violation {
  location: string[];
  code: string;
  message: string;
}

/** Larger bodies are pictures and files, of which the document says nothing. */
const largest = 1024 * 1024;

/** Saves the document without the base path, which is in the address of the upstream. */
async function saveWithoutServers(document: OpenApi): Promise<string> {
  const file = join(workFolder, 'openapi-prism.json');
  await writeFile(file, JSON.stringify({ ...document, servers: undefined }));
  return file;
}

const pathOf = ({ path }: Exchange): string =>
  path.replace(/\?.*$/, '').replace('/functions/v1/api/v1', '');

/** The number of calls of the document among these requests, which differ in number where a test waits. */
function countCalls({ paths }: OpenApi, exchanges: readonly Exchange[]): number {
  const patterns = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => {
      return new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i');
    }),
  );
  const seen = [...new Set(exchanges.map((it) => `${it.method} ${pathOf(it)}`))];
  return patterns.filter((it) => seen.some((call) => it.test(call))).length;
}

async function startPrism(program: string, document: string, upstream: string) {
  const port = await freePort();
  const args = [program, 'proxy', document, upstream, '--port', String(port)];
  const child = spawn(process.execPath, [...args, '--verboseLevel', 'fatal'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 150; tries += 1) {
    const answer = await fetch(`${url}/nowhere`).catch(() => null);
    await answer?.body?.cancel();
    if (answer) break;
    await pause(200);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { url, stop };
}

/** What the API accepted although the document forbids it, and what it answered although the document does not say so. */
function findingsOf(exchange: Exchange, violations: Violation[]): Finding[] {
  const { method, status } = exchange;
  return violations
    .filter(({ location: [side] }) => side === 'response' || status < 400)
    .map(({ location, code, message }): Finding => {
      const where = pathOf(exchange).replaceAll(/[0-9a-f-]{36}/g, '{id}');
      return {
        rule: `${code} ${location.join('.').replaceAll(/\d+/g, 'n')}`,
        where: `${method} ${where} ${status}`,
        message,
      };
    });
}

/** Validates what the tests of the API send and are answered. With `--errors` it would answer wrong requests itself. */
export const prism: Judge = {
  name: 'prism',
  version: '5.16.0',
  async run({ url }) {
    const program = await npmProgram('@stoplight/prism-cli', this.version, 'dist/index.js');
    const exchanges: Exchange[] = [];
    const mirror = await openMirror((it) => {
      if (it.body.length < largest && it.answer.length < largest) exchanges.push(it);
    });
    const tests = ['run', '--project', 'api'];
    await run(process.execPath, [bin('vitest', 'vitest'), ...tests], {
      ...{ cwd: root, minutes: 40, env: { ...usualLimits, API_MIRROR: mirror.url } },
    });
    mirror.close();
    // Whether the tests pass is for `npm test` to say; here only their requests count.
    if (exchanges.length === 0) throw new Error('The tests of the API did not run.');

    const replay = await openReplay();
    const document = await readDocument(url);
    const judge = await startPrism(program, await saveWithoutServers(document), replay.url);
    const findings: Finding[] = [];
    // Broken requests, which Prism does not answer.
    let unanswered = 0;
    try {
      for (const exchange of exchanges) {
        const headers = await replay.replay(exchange, judge.url).catch(() => null);
        if (!headers) {
          unanswered += 1;
          continue;
        }
        const violations = JSON.parse(String(headers['sl-violations'] ?? '[]')) as Violation[];
        findings.push(...findingsOf(exchange, violations));
      }
    } finally {
      await judge.stop();
      replay.close();
    }
    const calls = countCalls(document, exchanges);
    return { checked: `${calls} calls, ${exchanges.length - unanswered} answers`, findings };
  },
};
