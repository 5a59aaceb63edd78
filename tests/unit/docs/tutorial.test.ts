import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blocksOf, follow, tutorial } from '../../../scripts/tutorial.ts';
import { root } from './documents.ts';

/** `npm run tutorial` runs the commands as well. */
test('the diffs of the tutorial apply to the code, in order', async () => {
  const blocks = blocksOf(await readFile(tutorial, 'utf8'));
  const diffs = blocks.filter(({ kind }) => kind === 'diff');
  expect(diffs.length).toBeGreaterThan(10);
  expect(diffs.length).toBeLessThan(blocks.length);
  const folder = await mkdtemp(join(tmpdir(), 'hemline-tutorial-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const changed = diffs.flatMap(({ text }) => [...text.matchAll(/^--- a\/(.+)$/gm)]);
  for (const [, file = ''] of changed) await cp(join(root, file), join(folder, file));
  for (const diff of diffs) await follow(diff, folder);
});

test('a diff that does not apply is reported with its step', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-tutorial-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const document = '# T\n\n## 3. Step\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n';
  const [block] = blocksOf(document);
  expect(block).toMatchObject({ kind: 'diff', heading: '3. Step' });
  if (block) await expect(follow(block, folder)).rejects.toThrow(/^3\. Step: .* does not apply/);
});
