import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

test('every workaround for Supabase Lite names the installed version', async () => {
  const { devDependencies } = JSON.parse(await read('package.json')) as {
    devDependencies: Record<string, string>;
  };
  const table = (await read('supabase/embedded/README.md')).match(/^\|.*\|$/gm) ?? [];
  const files = new Set(table.join().match(/(?<=`)[\w-]+\.(ts|sql)(?=`)/g));
  expect(files.size).toBeGreaterThan(15);
  for (const file of files) {
    const text = await read(`supabase/embedded/${file}`);
    const named = /Lite (\d+\.\d+\.\d+)|its version (\d+\.\d+\.\d+)/.exec(text);
    expect([file, named?.[1] ?? named?.[2]]).toEqual([file, devDependencies['@supabase/lite']]);
  }
});
