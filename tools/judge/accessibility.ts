import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JSHandle, Page } from 'playwright';
import type { Finding, Judge, JudgedShop } from './verdict.ts';
import { npmTool } from './tools.ts';
import { roles, walk, widths } from './walk.ts';

/** Judges every screen of every role at both widths. */
async function judgeScreens(
  shop: JudgedShop,
  judgePage: (page: Page, path: string) => Promise<Finding[]>,
) {
  const findings: Finding[] = [];
  let count = 0;
  for (const width of widths) {
    for (const role of roles) {
      count += await walk(shop, role, width, async (page, path) => {
        findings.push(...(await judgePage(page, path)));
      });
    }
  }
  return { checked: `${count} screens`, findings };
}

interface IbmReport {
  results: {
    ruleId: string;
    value: [policy: string, outcome: string];
    path: { dom: string };
    message: string;
    snippet: string;
  }[];
}

const ibm: Judge = {
  name: 'ibm',
  version: '4.0.34',
  async run(shop) {
    const home = await npmTool('accessibility-checker-engine', this.version);
    const engine = await readFile(join(home, 'ace.js'), 'utf8');
    return judgeScreens(shop, async (page, path) => {
      await page.evaluate(engine);
      const { results } = await page.evaluate<IbmReport>(
        `new ace.Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2'])`,
      );
      return results
        .filter(({ value: [policy, outcome] }) => policy === 'VIOLATION' && outcome === 'FAIL')
        .map(({ ruleId, message, snippet }) => {
          return { rule: ruleId, where: `${path} ${snippet}`, message };
        });
    });
  },
};

interface AlfaOutcome {
  target: unknown;
  toJSON(): {
    outcome: string;
    rule: { uri: string };
    expectations?: [string, { error?: { message?: string } }][];
  };
}

interface Alfa {
  Playwright: { toPage(document: JSHandle): Promise<object> };
  Audit: {
    of(page: object, rules: object): { evaluate(): Promise<Iterable<AlfaOutcome>> };
  };
}

const alfa: Judge = {
  name: 'alfa',
  version: '0.81.4',
  async run(shop) {
    const rulesVersion = '0.112.0';
    const home = await npmTool(
      '@siteimprove/alfa-playwright',
      this.version,
      `@siteimprove/alfa-rules@${rulesVersion}`,
      `@siteimprove/alfa-act@${rulesVersion}`,
    );
    const { Playwright } = (await import(join(home, 'dist/index.js'))) as Pick<Alfa, 'Playwright'>;
    const { Audit } = (await import(join(home, '../alfa-act/dist/index.js'))) as Pick<
      Alfa,
      'Audit'
    >;
    const rules = (await import(join(home, '../alfa-rules/dist/index.js'))) as { default: object };
    return judgeScreens(shop, async (page, path) => {
      const judged = await Playwright.toPage(await page.evaluateHandle('document'));
      const outcomes = [...(await Audit.of(judged, rules.default).evaluate())];
      return outcomes.flatMap((it): Finding[] => {
        const { outcome, rule, expectations = [] } = it.toJSON();
        if (outcome !== 'failed') return [];
        const message = expectations.map(([, { error }]) => error?.message ?? '').join(' ');
        const element = String(it.target).replaceAll(/\s+/g, ' ').slice(0, 300);
        const name = rule.uri.split('/').at(-1) ?? rule.uri;
        return [{ rule: name, where: `${path} ${element}`, message }];
      });
    });
  },
};

export const judgesOfAccessibility: Judge[] = [ibm, alfa];
