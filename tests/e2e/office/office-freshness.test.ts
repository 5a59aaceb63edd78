import { beforeAll, expect, test } from 'vitest';
import { administrator, kinds, seen, type Ask } from '../../../tools/bench/freshness.ts';
import { stack } from '../../support/stack.ts';

const { siteUrl } = stack();
let ask: Ask;
beforeAll(async () => {
  ask = await administrator(siteUrl);
});

// How many seconds it takes is measured by the benchmark: a machine that tests is too busy to be timed.
test.for(Object.keys(kinds))(
  'what an administrator does with a %s is seen in the shop',
  async (name) => {
    expect(await seen({ urls: [siteUrl], ask }, name)).toHaveLength(3);
  },
);
