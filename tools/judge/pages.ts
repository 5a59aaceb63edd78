import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withIds } from '../../scripts/demo-shop.ts';
import type { Finding, Judge, JudgedShop } from './verdict.ts';
import { debianProgram, json, npmProgram, npmTool, run, workFolder } from './tools.ts';
import { pathsOf, roles, walk } from './walk.ts';

/** What the server sends to a visitor, by path. */
async function visitorPages({ url, ids }: JudgedShop): Promise<[path: string, html: string][]> {
  const pages: [string, string][] = [];
  for (const path of [...pathsOf('visitor'), '/api/v1/docs']) {
    const answer = await fetch(url + withIds(path, ids));
    pages.push([path, await answer.text()]);
  }
  return pages;
}

const vnu: Judge = {
  name: 'vnu',
  version: '26.9.27',
  async run(shop) {
    const jar = await npmProgram('vnu-jar', this.version, 'build/dist/vnu.jar');
    const java = debianProgram('java', 'default-jre-headless');
    const folder = join(workFolder, 'pages');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const pages = await visitorPages(shop);
    for (const role of roles.filter((it) => it !== 'visitor')) {
      await walk(shop, role, 1440, async (page, path) => {
        pages.push([path, await page.content()]);
      });
    }
    for (const [place, [, html]] of pages.entries()) {
      await writeFile(join(folder, `${place}.html`), html);
    }
    const args = ['-jar', jar, '--format', 'json', '--exit-zero-always', folder];
    const result = await run(java, args);
    const { messages } = json<{
      messages: { url: string; message: string; extract?: string }[];
    }>(result, result.stderr);
    const findings = messages.map(({ url, message, extract = '' }): Finding => {
      const place = Number(/(\d+)\.html$/.exec(url)?.[1]);
      return {
        rule: message,
        where: pages[place]?.[0] ?? url,
        message: extract.replaceAll('\n', ' '),
      };
    });
    return { checked: `${pages.length} pages`, findings };
  },
};

interface StructuredDataIssue {
  issueMessage: string;
  severity: string;
  rootType?: string;
  path?: { type?: string; property?: string }[];
}

interface StructuredDataTools {
  default: new () => { validate(data: unknown): Promise<StructuredDataIssue[]> };
}

interface ExtractorTools {
  default: new (options: object) => { parse(html: string): Record<string, object> };
}

/** Google's rules for rich results; the vocabulary of schema.org itself would have to come from the internet. */
const structuredData: Judge = {
  name: 'structured-data',
  version: '1.7.1',
  async run(shop) {
    const extractorName = '@marbec/web-auto-extractor';
    const home = await npmTool(
      '@adobe/structured-data-validator',
      this.version,
      `${extractorName}@2.2.1`,
    );
    const { default: Validator } = (await import(
      join(home, 'src/index.js')
    )) as StructuredDataTools;
    const { default: Extractor } = (await import(
      join(home, '../..', extractorName, 'dist/index.js')
    )) as ExtractorTools;
    const findings: Finding[] = [];
    let blocks = 0;
    for (const [path, html] of await visitorPages(shop)) {
      const data = new Extractor({ addLocation: true }).parse(html);
      blocks += Object.values(data['jsonld'] ?? {}).flat().length;
      for (const { issueMessage, severity, path: place = [] } of await new Validator().validate(
        data,
      )) {
        const inData = place.map((it) => it.property ?? it.type).join('.');
        findings.push({ rule: issueMessage, where: `${path} ${inData}`, message: severity });
      }
    }
    return { checked: `${blocks} objects`, findings };
  },
};

/** Follows links inside the shop, without combinations of filters. */
const linkinator: Judge = {
  name: 'linkinator',
  version: '8.1.0',
  async run({ url }) {
    const program = await npmProgram('linkinator', this.version, 'build/src/cli.js');
    const combinations = String.raw`\?.*&`;
    const args = ['--recurse', '--check-css', '--check-fragments', '--format', 'json'];
    const { links } = json<{
      links: { url: string; status?: number; state: string; parent?: string }[];
    }>(
      await run(
        process.execPath,
        [program, url, ...args, '--concurrency', '8', '--skip', combinations, '--skip', '^https:'],
        { minutes: 30 },
      ),
    );
    const followed = links.filter(({ state }) => state !== 'SKIPPED');
    const findings = followed
      .filter(({ state }) => state === 'BROKEN')
      .map((it): Finding => {
        const where = it.url.replace(url, '');
        return { rule: `status ${it.status}`, where, message: `linked from ${it.parent}` };
      });
    return { checked: `${followed.length} links`, findings };
  },
};

export const judgesOfPages: Judge[] = [vnu, structuredData, linkinator];
