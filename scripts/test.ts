import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, parseArgs, stripVTControlCharacters } from 'node:util';
import {
  createVitest,
  type CliOptions,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import { changedFiles, foldersReachedBy } from '../tests/support/changed.ts';
import { stopStacks } from '../tests/support/stacks.ts';
import { results, useOwnFolders } from '../tests/support/temporary.ts';
import { TimesReporter } from '../tests/support/times-reporter.ts';
import { ensureBrowser } from './browser.ts';
import { buildSite } from './build-site.ts';
import { runChecks } from './check.ts';
import { reporter } from './report.ts';
import { root } from './settings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The exhaustive and repeated tests instead of the others. */
    more: { type: 'boolean', default: false },
    /** Only what the changes since a commit, by default the last one, can reach. */
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    /** Only tests with matching names. */
    name: { type: 'string', short: 't' },
    /** Repeats the order of an earlier run of `npm run test:more`. */
    seed: { type: 'string' },
  },
});

const kinds = ['unit', 'sql', 'api', 'embedded', 'e2e'];
/** `npm test -- [kinds of tests] [parts of file names]`; without any, everything is checked and tested. */
const selected = kinds.filter((it) => positionals.includes(it));
const files = positionals.filter((it) => !kinds.includes(it));
const isWhole = positionals.length === 0 && !values.changed && !values.name;

/** Decides the order of the files of `npm run test:more`. */
const seed = Number(values.seed ?? Date.now());

const options: CliOptions = {
  run: true,
  watch: false,
  config: join(root, 'vitest.config.ts'),
  root,
  project: selected,
  tagsFilter: [values.more ? 'more' : '!more'],
  passWithNoTests: true,
  reporters: ['default', new TimesReporter()],
  hideSkippedTests: true,
  ...(values.changed ? { changed: values.since } : {}),
  ...(values.name ? { testNamePattern: values.name } : {}),
  // Few files take less time in one worker, whose stack is the only one to start.
  ...(files.length > 0 ? { maxWorkers: 1 } : {}),
  sequence: { seed },
};

/** The test files of this run. */
async function specifications(vitest: Vitest): Promise<TestSpecification[]> {
  const found = await vitest.getRelevantTestSpecifications(files);
  if (!values.changed) return found;
  const folders = foldersReachedBy(changedFiles(values.since));
  const reached = folders.length > 0 ? await vitest.globTestSpecifications(folders) : [];
  const known = new Set(found.map((it) => it.moduleId));
  return [...found, ...reached.filter((it) => !known.has(it.moduleId))];
}

interface Tally {
  passed: number;
  failures: string[];
}

/** The first lines of an error, without its stack. */
const firstLines = (text = '') =>
  stripVTControlCharacters(text)
    .split(/\n\s+at /, 1)[0]
    ?.split('\n', 64)
    .join('\n      ') ?? '';

function tallyOf(modules: readonly TestModule[], unhandled: readonly unknown[]): Tally {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failed = tests.filter((test) => test.result().state === 'failed');
  const failures = [
    ...modules.flatMap((module) =>
      module.errors().map((it) => `${module.relativeModuleId}: ${firstLines(it.message)}`),
    ),
    ...failed.map((test) =>
      [
        `${test.module.relativeModuleId}: ${test.fullName}`,
        ...new Set(test.result().errors?.map((it) => firstLines(it.message))),
      ].join('\n      '),
    ),
    ...unhandled.map((it) => `Outside the tests: ${firstLines(inspect(it))}`),
  ];
  return { passed: tests.filter((test) => test.result().state === 'passed').length, failures };
}

async function runTests(): Promise<Tally> {
  const vitest = await createVitest('test', options);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Vitest's own listener ends the process at once, while the stacks are running.
    process.removeAllListeners(signal);
    process.on(signal, () => void stopStacks().finally(() => process.exit(130)));
  }
  try {
    await vitest.standalone();
    const found = await specifications(vitest);
    if (found.some((it) => it.project.name === 'e2e')) {
      process.env['CHROMIUM_PATH'] = ensureBrowser();
      await buildSite({ log: report.step });
      report.step('Browser and site are ready');
    }
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(found, true);
    return tallyOf(testModules, unhandledErrors);
  } finally {
    await vitest.close();
  }
}

const report = reporter();
if (values.more) console.log(`The order of the files is repeated by -- --seed ${seed}`);
rmSync(join(results, 'traces'), { recursive: true, force: true });
useOwnFolders();
const checks = isWhole && !values.more ? await runChecks() : { passed: [], failed: [] };
if (isWhole && !values.more) report.step('Checks done');
const { passed, failures } = await runTests().catch((error: unknown): Tally => {
  console.error(error);
  return { passed: 0, failures: [`The tests could not be run: ${firstLines(inspect(error))}`] };
});
failures.unshift(...checks.failed.map((name) => `${name}: see above (npm run check)`));
console.log(`\nTotal time: ${report.total()}.`);
const failed = failures.map((it) => `  ${it}\n`).join('');
if (failed) console.log(`\nFailed:\n${failed}`);
writeFileSync(join(results, values.more ? 'failed-more.txt' : 'failed.txt'), failed);
console.log(`\n${passed + checks.passed.length} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
