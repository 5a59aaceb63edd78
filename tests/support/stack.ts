import { inject } from 'vitest';
import type { TestStack } from './test-stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stacks: readonly TestStack[];
  }
}

/** The stack of this worker. Test files that run at the same time have different ones. */
export function stack(): TestStack {
  const number = Number(process.env['VITEST_POOL_ID']);
  const own = inject('stacks')[number - 1];
  if (!own) throw new Error(`Worker ${number} has no stack`);
  return own;
}
