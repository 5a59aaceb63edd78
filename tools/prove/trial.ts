import { isDeepStrictEqual } from 'node:util';
import { pageProviders, type PageProvider } from './page-providers.ts';
import type { World } from './world.ts';

/** Something that must not harm the shop, and is tried many times. */
export interface Trial {
  /** As `--only` names it. */
  area: string;
  what: string;
  /** What it cannot do without; a shop of one's own at an address has only some of it. */
  needs?: readonly Need[];
  run(world: World, tally: Tally): Promise<void>;
}

/** The card pages of the payment sandboxes, the providers' messages and the scheduled task, Stripe, or all processes of the shop. */
export type Need = 'sandbox' | 'messages' | 'stripe' | 'own';

/** A trial for each provider with pages. */
export const forEach = (make: (provider: PageProvider) => Trial): Trial[] =>
  pageProviders.map((provider) => {
    const { needs = [], ...trial } = make(provider);
    return { ...trial, needs: provider.name === 'stripe' ? [...needs, 'stripe'] : needs };
  });

/** Counts what was tried and what of it did not hold. */
export class Tally {
  times = 0;
  readonly faults: string[] = [];
  #failed = 0;

  get held(): number {
    return this.times - this.#failed;
  }

  /** What came out of so many tries is what had to. */
  same(what: string, actual: unknown, expected: unknown, times = 1): void {
    this.times += times;
    if (isDeepStrictEqual(actual, expected)) return;
    this.#failed += times;
    this.faults.push(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }

  /** A try that had to come to its end. */
  broke(error: unknown): void {
    this.times += 1;
    this.#failed += 1;
    this.faults.push(error instanceof Error ? error.message : String(error));
  }
}
