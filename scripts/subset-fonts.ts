import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './settings.ts';

/**
 * Writes the font subsets of src/assets/fonts: English letters and punctuation and, for the variable font, the weights in
 * use. The subsetting tool is installed only here.
 */
const tool = 'subset-font@2.9.0';
const cache = join(root, 'node_modules/.cache/hemline-fonts');
const target = join(root, 'src/assets/fonts');

/** Also the `unicode-range` in src/styles/fonts.css. */
const letters =
  Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join('') +
  '\u00a0©°·×–—‘’“”•…−';

const fonts = [
  {
    name: 'hanken-grotesk',
    folder: '@fontsource-variable/hanken-grotesk',
    file: 'hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700, default: 400 } },
  },
  {
    name: 'bodoni-moda',
    folder: '@fontsource/bodoni-moda',
    file: 'bodoni-moda-latin-500-normal.woff2',
    axes: {},
  },
];

type Subset = (
  font: Buffer,
  text: string,
  options: { targetFormat: 'woff2'; variationAxes: object },
) => Promise<Buffer>;

await mkdir(cache, { recursive: true });
const flags = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error', `--prefix=${cache}`];
const installed = spawnSync('npm', ['install', ...flags, tool], { stdio: 'inherit' });
if (installed.status !== 0) throw new Error(`${tool} could not be installed.`);
const subset = createRequire(join(cache, 'package.json'))('subset-font') as Subset;

await mkdir(target, { recursive: true });
for (const { name, folder, file, axes } of fonts) {
  const source = join(root, 'node_modules', folder);
  const font = await readFile(join(source, 'files', file));
  const subsetFont = await subset(font, letters, { targetFormat: 'woff2', variationAxes: axes });
  await writeFile(join(target, `${name}.woff2`), subsetFont);
  await copyFile(join(source, 'LICENSE'), join(target, `${name}.LICENSE`));
  console.log(`${name}: ${font.length} → ${subsetFont.length} bytes`);
}
