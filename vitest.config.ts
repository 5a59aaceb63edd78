import { defineConfig } from 'vitest/config';

/** Projects that need a running stack get one of their own, on free ports. */
const onStack = { globalSetup: ['tests/support/stack.ts'], hookTimeout: 120_000 };

/** Looks at every screen for minutes: `npm test` begins with it, and runs it beside other projects. */
const faults = 'tests/e2e/accessibility.test.ts';

export default defineConfig({
  test: {
    // Two cores also carry Postgres, Deno and a browser; more workers only make everything late.
    maxWorkers: 2,
    // The default of one second is short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          ...onStack,
          name: 'sql',
          include: ['tests/sql/**/*.test.ts'],
          testTimeout: 60_000,
          // Some empty a table, which waits for everybody else's transactions.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...onStack,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          ...onStack,
          name: 'embedded',
          include: ['tests/embedded/**/*.test.ts'],
          testTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...onStack,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [faults],
          testTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: { ...onStack, name: 'faults', include: [faults], testTimeout: 180_000 },
      },
    ],
  },
});
