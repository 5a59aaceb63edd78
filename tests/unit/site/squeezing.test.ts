import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { squeezeSoon, Squeezer } from '../../../src/server/squeezing.ts';

const bodies = () => squeezeSoon(Buffer.from(randomBytes(20_000).toString('hex')));

test('bodies are squeezed well one after the other, without those that nobody wants any more', async () => {
  const squeezer = new Squeezer();
  const events: string[] = [];
  const all = await Promise.all([bodies(), bodies(), bodies()]);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  for (const [i, own] of all.entries()) {
    const wanted = () => (events.push(`turn of ${i}`), i === 1 ? undefined : own);
    squeezer.squeeze(wanted, ({ raw, br }) => {
      events.push(`done ${i}`);
      expect(raw).toBe(own.raw);
      expect(brotliDecompressSync(br).equals(raw)).toBe(true);
      if (i === 2) resolve(i);
    });
  }
  await promise;
  expect(events).toEqual(['turn of 0', 'done 0', 'turn of 1', 'turn of 2', 'done 2']);
});

test('no more wait than there is sense in', () => {
  const squeezer = new Squeezer();
  const begun = Array.from({ length: 1000 }, () =>
    squeezer.squeeze(
      () => undefined,
      () => undefined,
    ),
  );
  expect(begun.filter(Boolean)).toHaveLength(200);
});
