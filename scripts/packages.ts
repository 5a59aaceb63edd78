import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './settings.ts';

const fromClause = /(?:^|[\s;}])(?:import|from|import\s*\()\s*["']([^"'\n]+)["']/g;
const shared = '#shared/';

/** The modules that a file imports, without type imports. */
async function importsOf(file: string): Promise<string[]> {
  const text = (await readFile(file, 'utf8')).replaceAll(/^import type [^;]*;/gms, '');
  return [...text.matchAll(fromClause)].map(([, name = '']) => name);
}

/** `file` and the files that it imports, directly or not, relative to the repository, and the packages that they import. */
export async function dependenciesOf(
  file: string,
): Promise<{ files: string[]; packages: string[] }> {
  const files = new Set([file]);
  const packages = new Set<string>();
  for (const path of files) {
    for (const name of await importsOf(join(root, path))) {
      if (name.startsWith('.')) files.add(join(dirname(path), name));
      else if (name.startsWith(shared))
        files.add(join('supabase/functions/_shared', name.slice(shared.length)));
      else packages.add(packageOf(name));
    }
  }
  return { files: [...files], packages: [...packages] };
}

/** The packages that the modules in a folder import. */
export async function packagesIn(folder: string): Promise<string[]> {
  const packages = new Set<string>();
  for await (const path of glob('**/*.mjs', { cwd: join(root, folder) })) {
    for (const name of await importsOf(join(root, folder, path))) packages.add(packageOf(name));
  }
  return [...packages];
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * The folders of these packages and of all their dependencies, relative to the repository. Names of packages that are not
 * installed are skipped: the build has resolved every real import.
 */
export async function packageFolders(names: readonly string[]): Promise<string[]> {
  const folders = new Set(names.flatMap((name) => resolvePackage(name, '') ?? []));
  for (const folder of folders) {
    const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
      optionalDependencies?: Record<string, string>;
      peerDependencies?: Record<string, string>;
      peerDependenciesMeta?: Record<string, { optional?: boolean }>;
    };
    const { dependencies, optionalDependencies, peerDependencies = {} } = manifest;
    const peers = Object.keys(peerDependencies).filter(
      (name) => !manifest.peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = resolvePackage(name, folder);
      if (found) folders.add(found);
    }
  }
  return [...folders].sort();
}

/** Resolves a package as Node does: in the folder, then in each folder above. */
function resolvePackage(name: string, from: string): string | undefined {
  if (isBuiltin(name) || !/^(?:@[\w.-]+\/)?[\w][\w.-]*$/.test(name)) return undefined;
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', name);
    if (existsSync(join(root, folder, 'package.json'))) return folder;
    if (place === '' || place === '.') return undefined;
  }
}
