import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../../../src/admin/products/product-files.ts';

const folder = join(import.meta.dirname, '../../support/spreadsheets');

// A file of UTF-8 with its mark is what the shop itself exports.
test.each(['english.csv', 'german.csv', 'german-windows.csv', 'german-utf16.csv'])(
  '%s is read with its umlauts and signs',
  async (name) => {
    const read = await readText(new File([await readFile(join(folder, name))], name));
    expect(read).toEqual({ text: expect.stringMatching(/^id[^]*"Grüße, ""quoted""; 50 € — ok"/) });
  },
);

test('bytes the other way round are read too', async () => {
  const bytes = Buffer.from('\uFEFFSize,Größe', 'utf-16le').swap16();
  expect(await readText(new File([bytes], 'big-endian.csv'))).toEqual({ text: 'Size,Größe' });
});

test('a file that mixes encodings is refused, with a line as example', async () => {
  const parts = [Buffer.from('title\nGröße\n', 'utf8'), Buffer.from('Größe\n', 'latin1')];
  const read = await readText(new File(parts, 'mixed.csv'));
  expect(read).toEqual({ problem: expect.stringMatching(/mixes the encodings .* in line 3\b/) });
});
