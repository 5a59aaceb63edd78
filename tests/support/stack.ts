import { inject } from 'vitest';
import type { TestStack } from './test-stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stacks: readonly TestStack[];
  }
}

// A worker of a run that was killed would go on, with its browser. Vitest forbids `process.exit` here.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

let replaced: TestStack | undefined;

/** Gives the tests that follow another stack; without one that of the worker again. */
export function replaceStack(other?: TestStack): void {
  replaced = other;
}

/** The stack of this worker. Test files that run at the same time have different ones. */
export function stack(): TestStack {
  if (replaced) return replaced;
  const number = Number(process.env['VITEST_POOL_ID']);
  const own = inject('stacks')[number - 1];
  if (!own) throw new Error(`Worker ${number} has no stack`);
  return own;
}
