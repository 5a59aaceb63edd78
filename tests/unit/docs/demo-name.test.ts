import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './documents.ts';

/** Of the fictional house of the demo; in lower case, "hemline" is the software. */
const demo = /Hemline|Mill Lane|Hebden Bridge/;

test('what visitors, customers and mail programs get does not name the demo shop', () => {
  const files = globSync(
    ['src/**/*.*', 'public/**/*.{html,svg,txt}', 'supabase/{functions,schemas}/**/*.*'],
    { cwd: root },
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((it) => demo.test(readFileSync(join(root, it), 'utf8')))).toEqual([]);
});
