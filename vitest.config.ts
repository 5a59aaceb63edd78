import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/sequence.ts';

/** Without isolation, the files of a project share modules, connections and browsers in each worker. */
const onStack = { globalSetup: ['tests/support/stacks.ts'], hookTimeout: 300_000, isolate: false };
/** Only for what hangs: on a busy machine everything takes several times as long. */
const testTimeout = 900_000;

const project = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], testTimeout, ...options },
});

export default defineConfig({
  test: {
    tags: [
      {
        name: 'more',
        description: 'Exhaustive or repeated: run by `npm run test:more`, not by `npm test`.',
        timeout: 1_800_000,
      },
    ],
    // A worker of browser tests mostly waits for its browser, site and database.
    maxWorkers: 3,
    // The default of one second is short for a busy machine.
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      project('e2e', onStack),
      project('api', onStack),
      project('sql', onStack),
      project('embedded', onStack),
      project('unit', { isolate: false }),
    ],
  },
});
