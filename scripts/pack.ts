import { cp, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { builtSite } from './build-site.ts';
import { needsOf, packageFolders, packagesIn } from './packages.ts';
import { root } from './settings.ts';

const usage = `Puts the built site into a folder, with what it needs to run and nothing else.

  npm run pack -- <new folder>                  with the Node that the project brings
  npm run pack -- <new folder> --without-node   for where a Node 24 is

Run it there: node_modules/.bin/node src/server/main.ts, with the variables of docs/environment.md.`;

/** Pictures that the site serves itself are read by name, and so is the list of builds. */
const byName = ['package.json', 'LICENSE', 'src/assets/house', 'dist/current.json'];
const ownNode = `node_modules/node-${process.platform}-${process.arch}`;
/** Read by people and compilers only. */
const idle = /\.(?:map|d\.[cm]?ts|md)$/;

/** The site of this checkout, as `npm run build` left it. Gives the number of packages. */
export async function pack(folder: string, { withNode }: { withNode: boolean }): Promise<number> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const build = relative(root, await builtSite());
  const needs = await needsOf('src/server/main.ts');
  const built = await packagesIn(join(build, 'server'));
  const packages = await packageFolders([...needs.packages, ...built]);
  for (const path of [...byName, ...needs.files, build]) await copy(path, folder);
  for (const path of packages) {
    // A package inside another is in the list itself, where it is needed.
    const inside = join(root, path, 'node_modules');
    await copy(path, folder, (source) => !source.startsWith(inside) && !idle.test(source));
  }
  if (withNode) {
    await copy(join(ownNode, 'bin/node'), folder);
    await mkdir(join(folder, 'node_modules/.bin'));
    await symlink(
      `../${relative('node_modules', ownNode)}/bin/node`,
      join(folder, 'node_modules/.bin/node'),
    );
  }
  return packages.length;
}

async function copy(
  path: string,
  folder: string,
  filter: (source: string) => boolean = () => true,
) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await cp(join(root, path), join(folder, path), { recursive: true, filter });
}

/** Bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((it) => it.isFile());
  const sizes = files.map(async (it) => (await stat(join(it.parentPath, it.name))).size);
  return (await Promise.all(sizes)).reduce((sum, it) => sum + it, 0);
}

if (import.meta.main) {
  try {
    const [named, option] = process.argv.slice(2);
    if (!named || (option && option !== '--without-node')) throw new Error(usage);
    const folder = resolve(named);
    const packages = await pack(folder, { withNode: !option });
    const size = Math.round((await sizeOf(folder)) / 1e6);
    console.log(`The site is in ${folder}: ${size} MB with ${packages} packages.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
