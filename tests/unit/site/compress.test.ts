import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, Recompressor } from '../../../src/server/cache/store.ts';

const bodies = () => compress(Buffer.from(randomBytes(20_000).toString('hex')));

test('bodies are compressed again one after the other, without those that nobody wants any more', async () => {
  const recompressor = new Recompressor();
  const events: string[] = [];
  const all = await Promise.all([bodies(), bodies(), bodies()]);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  for (const [i, own] of all.entries()) {
    const wanted = () => (events.push(`turn of ${i}`), i === 1 ? undefined : own);
    recompressor.recompress(wanted, ({ identity, br }) => {
      events.push(`done ${i}`);
      expect(identity).toBe(own.identity);
      expect(brotliDecompressSync(br).equals(identity)).toBe(true);
      if (i === 2) resolve(i);
    });
  }
  await promise;
  expect(events).toEqual(['turn of 0', 'done 0', 'turn of 1', 'turn of 2', 'done 2']);
});

test('no more wait than there is sense in', () => {
  const recompressor = new Recompressor();
  const begun = Array.from({ length: 1000 }, () =>
    recompressor.recompress(
      () => undefined,
      () => undefined,
    ),
  );
  expect(begun.filter(Boolean)).toHaveLength(200);
});
