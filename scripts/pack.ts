import { cp, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { builtSite } from './build-site.ts';
import { runCommand } from './command.ts';
import { dependenciesOf, packageFolders, packagesIn } from './packages.ts';
import { root } from './settings.ts';

const usage = `Packages the built site into a folder with everything that it needs to run.

  npm run pack -- <new folder>                  includes the Node of this project
  npm run pack -- <new folder> --without-node   for a machine that has Node 24

Start it there with node_modules/.bin/node src/server/main.ts, with the variables of docs/environment.md.`;

/** Files that are read by path, not imported. */
const readByPath = ['package.json', 'LICENSE', 'src/assets/built-in', 'dist/current.json'];
const ownNode = `node_modules/node-${process.platform}-${process.arch}`;
/** Not needed at run time. */
const notNeeded = /\.(?:map|d\.[cm]?ts|md)$/;

/** Packages the newest build of this checkout. Returns the number of npm packages. */
export async function pack(folder: string, { withNode }: { withNode: boolean }): Promise<number> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const build = relative(root, await builtSite());
  const required = await dependenciesOf('src/server/main.ts');
  const built = await packagesIn(join(build, 'server'));
  const packages = await packageFolders([...required.packages, ...built]);
  for (const path of [...readByPath, ...required.files, build]) await copy(path, folder);
  for (const path of packages) {
    // A nested package is in the list itself if it is needed.
    const nested = join(root, path, 'node_modules');
    await copy(path, folder, (source) => !source.startsWith(nested) && !notNeeded.test(source));
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

async function main(): Promise<string> {
  const [target, option] = process.argv.slice(2);
  if (!target || (option && option !== '--without-node')) throw new Error(usage);
  const folder = resolve(target);
  const packages = await pack(folder, { withNode: !option });
  const size = Math.round((await sizeOf(folder)) / 1e6);
  return `The site is in ${folder}: ${size} MB with ${packages} packages.`;
}

if (import.meta.main) await runCommand(main);
