import type { TestProject } from 'vitest/node';
import { buildSite } from '../../scripts/build-site.ts';
import { readKept } from './kept.ts';
import { startTestStack, type StartedStack } from './test-stack.ts';

/** Each project loads this file by itself, and all of them share the stacks. */
const shared = globalThis as typeof globalThis & {
  testStacks?: { all: Promise<StartedStack[]>; projects: number };
};

async function startAll(workers: number): Promise<StartedStack[]> {
  const kept = workers === 1 ? await readKept() : null;
  if (kept) return [kept];
  // The first one makes the template that the others copy.
  const first = startTestStack();
  const others = Array.from({ length: workers - 1 }, () => first.then(() => startTestStack()));
  const all = await Promise.allSettled([first, ...others]);
  const stacks = all.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
  const failed = all.find((it) => it.status === 'rejected');
  if (!failed) return stacks;
  await Promise.all(stacks.map((it) => it.stop()));
  throw failed.reason;
}

/** Gives each worker a stack of its own, and browser tests the built site. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testStacks ??= { all: startAll(project.config.maxWorkers), projects: 0 };
  const { testStacks } = shared;
  testStacks.projects += 1;
  const stacks = await testStacks.all;
  if (project.name === 'e2e') {
    await buildSite({ log: (line) => console.log(line) });
    await Promise.all(stacks.map((it) => it.startSite()));
  }
  project.provide(
    'stacks',
    stacks.map((it) => it.values),
  );
  return async () => {
    testStacks.projects -= 1;
    if (testStacks.projects === 0) await Promise.all(stacks.map((it) => it.stop()));
  };
}
