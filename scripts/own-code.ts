import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { replacedComponents } from '../src/server/own-code.ts';
import { root } from './settings.ts';

/** What `src/shop/` of a folder adds to the functions, which cannot look for files: lists of it by their file. */
function listsOf(folder: string): Map<string, string> {
  const shop = join(folder, 'src/shop');
  const find = (pattern: string) => globSync(pattern, { cwd: shop }).sort();
  const from = (file: string) => `'../../../../src/shop/${file}'`;
  const imports = (name: string, files: readonly string[], nameOf: (file: string) => string) =>
    files.map((it) => `import { ${name} as ${nameOf(it)} } from ${from(it)};\n`).join('');
  const folderOf = (file: string) => parse(parse(file).dir).base;
  const nameOf = (file: string) => parse(file).name;
  const [providers, variables, layouts] = [
    find('providers/*/provider.ts'),
    find('providers/*/variables.ts'),
    find('mail/*.tsx'),
  ];
  const texts = existsSync(join(shop, 'texts.ts'))
    ? `export { texts } from ${from('texts.ts')};\n`
    : `import type { OwnTexts } from '../own-texts.ts';\n\nexport const texts: OwnTexts = {};\n`;
  const spread = variables.map((it) => `...${folderOf(it)}`).join(', ');
  const parts = {
    texts,
    providers: `import type { PaymentProvider } from '../payments/provider.ts';
${imports('provider', providers, folderOf)}
export const ownProviders: readonly PaymentProvider[] = [${providers.map(folderOf).join(', ')}];\n`,
    variables: `${imports('variables', variables, folderOf)}${spread && '\n'}export const ownVariables = {${spread && ` ${spread} `}};\n`,
    mail: `import type { MailLayouts } from '../mail/MailPage.tsx';
${imports('Layout', layouts, nameOf)}
export const ownLayouts: MailLayouts = {${layouts.length > 0 ? ` ${layouts.map(nameOf).join(', ')} ` : ''}};\n`,
  };
  const head = '// Written by `npm run build` from src/shop/.\n';
  return new Map(
    Object.entries(parts).map(([name, text]) => [
      join(folder, `supabase/functions/_shared/own/${name}.ts`),
      head + text,
    ]),
  );
}

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** Updates the lists of `src/shop/` for the functions. */
export async function writeOwnCode(folder = root): Promise<void> {
  for (const [file, text] of listsOf(folder)) {
    if ((await textOf(file)) !== text) await writeFile(file, text);
  }
}

/** Each replacement in `src/shop/` with the file of ours that it replaces. */
const replacedIn = (folder: string): { own: string; ours: string }[] => [
  ...replacedComponents(folder),
  ...globSync('src/shop/mail/*.tsx', { cwd: folder })
    .sort()
    .map((own) => ({ own, ours: 'supabase/functions/_shared/mail/MailPage.tsx' })),
];

const record = (folder: string): string => join(folder, 'src/shop/replaced.json');
const hashOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await textOf(file))
    .digest('hex');

/** Records what `src/shop/` replaces as it is now, so that a later change of it is found. */
export async function recordReplaced(folder = root): Promise<number> {
  const replaced = replacedIn(folder);
  const hashes: Record<string, string> = {};
  for (const { own, ours } of replaced) hashes[own] = await hashOf(join(folder, ours));
  await writeFile(record(folder), `${JSON.stringify(hashes, null, 2)}\n`);
  return replaced.length;
}

/** What is wrong with `src/shop/`, a line each: what it replaces has changed, or a list of it is out of date. */
export async function checkOwnCode(folder = root): Promise<string[]> {
  const known = JSON.parse((await textOf(record(folder))) || '{}') as Record<string, string>;
  const found: string[] = [];
  for (const [file, text] of listsOf(folder)) {
    if ((await textOf(file)) === text) continue;
    found.push(`${file.slice(folder.length + 1)} is out of date: npm run build`);
  }
  for (const { own, ours } of replacedIn(folder)) {
    if (!existsSync(join(folder, ours)))
      found.push(`${own} replaces nothing: there is no ${ours} any more.`);
    else if (!known[own]) found.push(`${own} replaces ${ours}, which is not recorded yet.`);
    else if (known[own] !== (await hashOf(join(folder, ours))))
      found.push(`${ours} has changed since ${own} replaced it.`);
  }
  const isAboutReplaced = found.some((it) => !it.endsWith('npm run build'));
  return isAboutReplaced
    ? [...found, 'Adapt the replacement if it needs that, then: npm run check -- --reviewed']
    : found;
}
