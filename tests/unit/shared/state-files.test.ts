import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writePrivately } from '../../../supabase/embedded/state.ts';

test('a file of the stack is never read in part while it is written again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-state-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'running.json');
  const text = 'x'.repeat(100_000);
  await writePrivately(file, text);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (let i = 0; i < 10; i += 1) {
    const writing = writePrivately(file, text);
    const lengths = await Promise.all(
      Array.from({ length: 8 }, async () => (await readFile(file)).length),
    );
    await writing;
    expect(new Set(lengths)).toEqual(new Set([text.length]));
  }
});
