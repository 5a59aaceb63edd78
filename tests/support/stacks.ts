import type { TestProject } from 'vitest/node';
import { buildSite } from '../../scripts/build-site.ts';
import { readKept } from './kept.ts';
import { startTestStack, type StartedStack } from './test-stack.ts';

interface Stacks {
  readonly all: Promise<StartedStack[]>;
  projects: number;
}

/** Each project loads this file by itself. `e2e` and `api` share stacks, `sql` and `embedded` others, without a site and orders. */
const shared = globalThis as typeof globalThis & { testStacks?: Map<string, Stacks> };

async function startAll(workers: number, group: string): Promise<StartedStack[]> {
  // SQL tests expect a database without the orders of earlier runs.
  const kept = workers === 1 && group === 'shop' ? await readKept() : null;
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
  const group = ['e2e', 'api'].includes(project.name) ? 'shop' : 'database';
  const groups = (shared.testStacks ??= new Map<string, Stacks>());
  const started = groups.get(group) ?? {
    all: startAll(project.config.maxWorkers, group),
    projects: 0,
  };
  groups.set(group, started);
  started.projects += 1;
  const stacks = await started.all;
  if (project.name === 'e2e') {
    await buildSite({ log: (line) => console.log(line) });
    await Promise.all(stacks.map((it) => it.startSite()));
  }
  project.provide(
    'stacks',
    stacks.map((it) => it.values),
  );
  return async () => {
    started.projects -= 1;
    if (started.projects === 0) await Promise.all(stacks.map((it) => it.stop()));
  };
}

/** Stops the stacks of a run that is interrupted. */
export async function stopStacks(): Promise<void> {
  const groups = [...(shared.testStacks?.values() ?? [])];
  const started = await Promise.allSettled(groups.map((it) => it.all));
  const stacks = started.flatMap((it) => (it.status === 'fulfilled' ? it.value : []));
  await Promise.allSettled(stacks.map((it) => it.stop()));
}
