import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../../../src/admin/products/product-files.ts';

const folder = join(import.meta.dirname, '../../support/spreadsheets');

// A file of UTF-8 with its mark is what the shop itself exports.
test.each(['english.csv', 'german.csv', 'german-windows.csv', 'german-utf16.csv'])(
  '%s is read with its umlauts and signs',
  async (name) => {
    const text = await readText(new File([await readFile(join(folder, name))], name));
    expect(text).toContain('"Grüße, ""quoted""; 50 € — ok"');
    expect(text.startsWith('id')).toBe(true);
  },
);

test('bytes the other way round are read too', async () => {
  const bytes = Buffer.from('\uFEFFSize,Größe', 'utf-16le').swap16();
  expect(await readText(new File([bytes], 'big-endian.csv'))).toBe('Size,Größe');
});
