import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/settings.ts';

test('no page has a script after its layout, where it would follow </html>', () => {
  const pages = globSync('src/pages/**/*.astro', { cwd: root });
  const afterLayout = pages.filter((it) =>
    /\n<\/[A-Z]\w*>[^]*\n<script/.test(readFileSync(join(root, it), 'utf8')),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(afterLayout).toEqual([]);
});
