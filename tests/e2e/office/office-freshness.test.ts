import { beforeAll, expect, test } from 'vitest';
import { administrator, kinds, seen, type Ask } from '../../../tools/bench/freshness.ts';
import { stack } from '../../support/stack.ts';

const { siteUrl: url } = stack();
let ask: Ask;
beforeAll(async () => {
  ask = await administrator(url);
});

// How many seconds it takes is measured by the benchmark: a machine that tests is too busy to be timed.
test.for(Object.keys(kinds))(
  'a %s that an administrator creates, changes and deletes does so in the shop',
  async (name) => {
    expect(await seen({ url, ask }, name)).toHaveLength(3);
  },
);
