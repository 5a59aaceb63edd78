import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CacheStore, type Bodies } from '../../../src/server/cache/store.ts';

/** A store with pages of random letters, each asked for again at once, in this order; `bodies` gives what is cached now. */
async function askedAgain(sizes: readonly number[]) {
  const cache = new CacheStore();
  for (const [i, size] of sizes.entries()) {
    const body = Buffer.from(randomBytes(size / 2).toString('hex'));
    const tags = new Set([`page ${i}`]);
    const rendered = { status: 200, headers: {}, readAt: 0, body, tags };
    await cache.getOrRender(`/${i}`, async () => rendered);
  }
  const bodies = (i: number) => cache.get(`/${i}`)?.bodies;
  return { cache, first: sizes.map((_, i) => bodies(i)), bodies };
}

const isSmaller = (now: Bodies | undefined, first: Bodies | undefined) =>
  now !== undefined && first !== undefined && now.br.length < first.br.length;

test('bodies are compressed again one after the other, without those that nobody wants any more', async () => {
  const { cache, first, bodies } = await askedAgain([400_000, 20_000, 20_000]);
  cache.purge(new Set(['page 1']));
  await expect.poll(() => isSmaller(bodies(2), first[2])).toBe(true);
  // Side by side the large one would be done last.
  expect(isSmaller(bodies(0), first[0])).toBe(true);
  expect(bodies(1)).toBeUndefined();
  for (const i of [0, 2]) {
    const { identity, br } = bodies(i) ?? { identity: Buffer.of(), br: Buffer.of() };
    expect(identity).toBe(first[i]?.identity);
    expect(brotliDecompressSync(br).equals(identity)).toBe(true);
  }
});

test('no more wait than there is sense in', async () => {
  const { first, bodies } = await askedAgain(Array.from({ length: 300 }, () => 2000));
  await expect.poll(() => bodies(199)).not.toBe(first[199]);
  for (let i = 200; i < 300; i += 1) expect(bodies(i), String(i)).toBe(first[i]);
});
