import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const functions = join(root, 'supabase/functions');

interface Package {
  dependencies: Record<string, string>;
}

/** The packages that a file and all that it imports name. */
async function packagesOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  const named = new Set<string>();
  if (seen.has(file)) return named;
  seen.add(file);
  for (const { fileName } of ts.preProcessFile(await readFile(file, 'utf8')).importedFiles) {
    if (fileName.startsWith('.')) {
      const deeper = await packagesOf(resolve(file, '..', fileName), seen);
      for (const name of deeper) named.add(name);
    } else if (!fileName.startsWith('node:')) {
      const [scope = '', name = ''] = fileName.split('/');
      named.add(scope.startsWith('@') ? `${scope}/${name}` : scope);
    }
  }
  return named;
}

test.each(['api', 'payments'])(
  'deno.json of %s has the packages that the function imports, in the versions of package.json',
  async (name) => {
    const { dependencies } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    ) as Package;
    const { imports } = JSON.parse(await readFile(join(functions, name, 'deno.json'), 'utf8')) as {
      imports: Record<string, string>;
    };
    const packages = await packagesOf(join(functions, name, 'index.ts'));
    const wanted = [...packages].map((it) => [it, `npm:${it}@${dependencies[it] ?? ''}`]);
    expect(imports).toEqual(Object.fromEntries(wanted));
  },
);
