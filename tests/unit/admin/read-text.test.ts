import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../../../src/admin/import/read-text.ts';

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

test.each([
  ['utf-16le', 'Size,Gr\u00f6\u00dfe'],
  ['utf-16be', 'Size,Gr\u00f6\u00dfe'],
] as const)('%s without its mark is read', async (encoding, text) => {
  const bytes = Buffer.from(text, 'utf-16le');
  const file = new File([encoding === 'utf-16be' ? bytes.swap16() : bytes], 'file.csv');
  expect(await readText(file)).toEqual({ text });
});

test('a file that mixes encodings is refused, with row and column of a cell', async () => {
  const parts = [
    Buffer.from('title,care\nGröße,"Wash,\ncool"\n', 'utf8'),
    Buffer.from('Cape,"Kühl, "\n', 'latin1'),
  ];
  const read = await readText(new File(parts, 'mixed.csv'));
  expect(read).toEqual({
    problem: expect.stringMatching(/mixes the encodings .* in row 3, care\./),
  });
});

test('a character that stands for an unreadable one is text like any other', async () => {
  const text = 'title\nGr\uFFFD\u00dfe';
  expect(await readText(new File([text], 'damaged.csv'))).toEqual({ text });
});

test('a file that is larger than the API takes is not sent', async () => {
  const read = await readText(new File([new Uint8Array(30 * 1024 * 1024).fill(65)], 'large.csv'));
  expect(read).toEqual({ problem: 'The file is too large: at most 25 MB.' });
});
