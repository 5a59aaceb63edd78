import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkOwnCode, recordReplaced, writeOwnCode } from '../../../scripts/own-code.ts';
import { root } from '../../../scripts/settings.ts';

async function checkoutWith(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-own-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await mkdir(join(folder, 'supabase/functions/_shared/own'), { recursive: true });
  for (const [path, text] of Object.entries(files)) await write(path, text);
  await writeOwnCode(folder);
  const list = (name: string) =>
    readFile(join(folder, `supabase/functions/_shared/own/${name}.ts`), 'utf8');
  return { folder, write, list, remove: (path: string) => rm(join(folder, path)) };
}

const footer = 'src/layouts/StoreFooter.astro';
const ownFooter = 'src/shop/components/layouts/StoreFooter.astro';
const hint = 'Adapt the replacement if it needs that, then: npm run check -- --reviewed';

test('what an upgrade changed is named until it is reviewed', async () => {
  const shop = await checkoutWith({ [footer]: 'first', [ownFooter]: 'own' });
  expect(await checkOwnCode(shop.folder)).toEqual([
    `${ownFooter} replaces ${footer}, which is not recorded yet.`,
    hint,
  ]);
  expect(await recordReplaced(shop.folder)).toBe(1);
  expect(await checkOwnCode(shop.folder)).toEqual([]);
  await shop.write(footer, 'second');
  expect(await checkOwnCode(shop.folder)).toEqual([
    `${footer} has changed since ${ownFooter} replaced it.`,
    hint,
  ]);
  await recordReplaced(shop.folder);
  expect(await checkOwnCode(shop.folder)).toEqual([]);
  await shop.remove(footer);
  expect(await checkOwnCode(shop.folder)).toEqual([
    `${ownFooter} replaces nothing: there is no ${footer} any more.`,
    hint,
  ]);
});

test('the functions get lists of what src/shop has, and are told when a list is out of date', async () => {
  const shop = await checkoutWith({
    'supabase/functions/_shared/mail/MailPage.tsx': '',
    'src/shop/mail/layout.tsx': '',
    'src/shop/mail/order_paid.tsx': '',
    'src/shop/providers/invoice/provider.ts': '',
    'src/shop/providers/invoice/variables.ts': '',
  });
  await recordReplaced(shop.folder);
  expect(await checkOwnCode(shop.folder)).toEqual([]);
  expect(await shop.list('mail')).toContain('= { layout, order_paid };');
  expect(await shop.list('providers')).toContain('[invoice];');
  expect(await shop.list('variables')).toContain('{ ...invoice };');
  expect(await shop.list('texts')).toContain('OwnTexts = {};');
  await shop.write('src/shop/texts.ts', '');
  expect(await checkOwnCode(shop.folder)).toEqual([
    'supabase/functions/_shared/own/texts.ts is out of date: npm run build',
  ]);
  await writeOwnCode(shop.folder);
  expect(await shop.list('texts')).toContain("from '../../../../src/shop/texts.ts'");
});

test('every message of the shop can be replaced', async () => {
  const shared = join(root, 'supabase/functions/_shared');
  const list = await readFile(join(shared, 'own-texts.ts'), 'utf8');
  const files = globSync('*messages.ts', { cwd: shared });
  expect(files.length).toBeGreaterThan(25);
  for (const file of files) {
    expect(list).toContain(`typeof import('./${file}')`);
    const text = await readFile(join(shared, file), 'utf8');
    const exported = [...text.matchAll(/^export const (\w*messages)\b/gim)].map(([, it]) => it);
    expect(exported).not.toEqual([]);
    for (const name of exported) {
      expect(text).toContain(`export const ${name} = withOwnTexts('${name}', `);
    }
  }
});
