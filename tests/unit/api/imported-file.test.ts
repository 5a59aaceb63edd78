import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { priceFileRow } from '#shared/schemas/price-files.ts';
import { productFileRow } from '#shared/schemas/product-files.ts';
import { stockColumns, stockFileRow } from '#shared/schemas/stock-files.ts';
import { importFile, type FileFormat } from '../../../supabase/functions/api/imported-file.ts';

const goods = {
  columns: { title: 'title', price: 'price', category: 'category', description: 'description' },
  required: ['title'],
  row: z.looseObject({}),
  creates: true,
  label: ['title'],
};
const stock = { ...goods, columns: stockColumns, required: ['sku'], row: stockFileRow };

/** The values of the rows that would be written. @throws what the file is refused with */
async function read<Row extends z.ZodType>(csv: string, format: FileFormat<Row>) {
  let written: unknown[] = [];
  const report = await importFile(format, { csv, dry: true }, (rows) => {
    written = rows.map((it) => it.values);
    return Promise.resolve([]);
  });
  const problems = report.rows.flatMap(({ row, problems: found }) =>
    found.map(({ field, message }) => `${row} ${field}: ${message}`),
  );
  return { written, problems, message: report.message };
}

describe('a quotation mark without an end refuses the file, with row and column', () => {
  test.each([
    ['title,price,description\r\nA,5,"A 5"" heel\r\nB,6,"nice\r\nC,7,good', 'Row 2, description'],
    ['title,price,description\nA,5,ok\nB,6,"open\nC,7,x', 'Row 3, description'],
    ['title;price\n"A;5\nB;6', 'Row 2, title'],
    ['sep=;\ntitle;price\n"A;5\nB;6', 'Row 3, title'],
    ['title,price\n"a ""quoted"" one",5\n"b" c,6', 'Row 3, title'],
    ['"title,price\nA,5\nB,6', 'Row 1, column 1'],
  ])('%j', async (csv, where) => {
    await expect(read(csv, goods)).rejects.toThrow(`csv: ${where}: the quotation mark`);
  });
});

test('Excel’s line about the separator is no column, whatever the separator is', async () => {
  for (const separator of [';', '|', ',']) {
    const lines = ['title;price', 'Tee;5,00'].map((it) => it.replace(';', separator));
    const csv = [`sep=${separator}`, ...lines.map((it) => it.replace(',00', '.00'))].join('\r\n');
    expect((await read(csv, goods)).written).toEqual([{ title: 'Tee', price: '5.00' }]);
  }
  const wrong = await read('sep=;\ntitle;price\nA', goods);
  expect(wrong.problems).toEqual(['3 price: Fewer cells than columns']);
  for (const line of ['sep=;;;', '"sep=;"', '\uFEFFsep=;'])
    expect((await read(`${line}\ntitle;price\nTee;5`, goods)).written).toHaveLength(1);
});

test('columns without heading and content are no columns; one with content is named', async () => {
  const { written } = await read('title,price,,\r\nTee,5,,\r\nCap,6\r\n', goods);
  expect(written).toEqual([
    { title: 'Tee', price: '5' },
    { title: 'Cap', price: '6' },
  ]);
  expect((await read('title,,price\nTee,,5', goods)).written).toHaveLength(1);
  await expect(read('title,,price\nTee,x,5', goods)).rejects.toThrow('Column 2 has no heading');
  await expect(read('title,a,b\nTee,1,2', goods)).rejects.toThrow('Unknown columns “a”, “b”');
});

test('a quotation mark without an end is found at the beginning of two million lines', async () => {
  const csv = `title,price\n"A,5\n${'B,6\n'.repeat(2_000_000)}`;
  await expect(read(csv, goods)).rejects.toThrow('csv: Row 2, title: the quotation mark');
});

test('a column that appears twice is named, and a million empty lines are no rows', async () => {
  await expect(read('title,price,Title\nTee,5,Cap', goods)).rejects.toThrow(
    'The column “Title” appears twice',
  );
  expect((await read(`title,price\nTee,5${'\r\n'.repeat(1_000_000)}`, goods)).written).toHaveLength(
    1,
  );
  const within = read(`title,price\nTee,5${'\n'.repeat(1_000_000)}Cap,6`, goods);
  await expect(within).rejects.toThrow('At most 10000 rows');
});

test('a row with fewer cells than columns is refused, as one with more is', async () => {
  const { problems, message } = await read('title,price,category\nA,5\nB,6,C,\nC,7,D', goods);
  expect(problems).toEqual([
    '2 category: Fewer cells than columns',
    '3 : More cells than columns: 4, not 3',
  ]);
  expect(message).toBe('2 rows are invalid. Nothing was changed.');
  expect((await read('title,price\nA', goods)).message).toMatch(/^1 row is invalid/);
});

describe('numbers are read alike in all files and forms', () => {
  const rows = {
    price: (it: string) => productFileRow.safeParse({ price: it }).data?.price,
    compareAtPrice: (it: string) =>
      productFileRow.safeParse({ compareAtPrice: it }).data?.compareAtPrice,
    'price of a list': (it: string) => priceFileRow.safeParse({ price: it }).data?.price,
    'price difference': (it: string) =>
      stockFileRow.safeParse({ sku: 'A-1', priceDelta: it }).data?.priceDelta,
  };
  test.each(Object.keys(rows) as (keyof typeof rows)[])('%s', (name) => {
    const readCell = rows[name];
    expect(['5', '5.5', '17,50', ' 0,05 ', '1200'].map(readCell)).toEqual([
      5, 5.5, 17.5, 0.05, 1200,
    ]);
    for (const wrong of [
      '1,200',
      '12,000',
      '0x10',
      '1e2',
      '1.005',
      '1 200',
      'Infinity',
      '.5',
      'ten',
    ]) {
      expect(readCell(wrong), wrong).toBeUndefined();
    }
  });

  test('whole numbers as spreadsheets write them', () => {
    const cells = {
      weight: (it: string) => productFileRow.safeParse({ weight: it }).data?.weight,
      stock: (it: string) => stockFileRow.safeParse({ sku: 'A-1', stock: it }).data?.stock,
      quantity: (it: string) => priceFileRow.safeParse({ quantity: it, price: '1' }).data?.quantity,
    };
    for (const cell of Object.values(cells)) {
      expect(['350', '350.0', '350,00'].map(cell)).toEqual([350, 350, 350]);
      expect(['3.5', '1.000', '1,000', '1e2', '0x10', '-5'].map(cell)).toEqual(
        Array.from({ length: 6 }),
      );
    }
    expect([cells.weight(''), cells.weight('0.0'), cells.stock('')]).toEqual([0, 0, undefined]);
  });
});

test('a blank status or availability is the default', () => {
  const row = productFileRow.parse({ title: 'Tee', status: '', availability: '', taxClass: '' });
  expect(row).toEqual({ title: 'Tee' });
});

test('a cell of the stock file that holds thousands is refused by its name', async () => {
  const { problems } = await read('SKU,Price difference\nA-1,"1,200"\nA-2,0x10\nA-3,-2.5', stock);
  const why = 'Price difference: Not a number';
  expect(problems).toEqual([`2 ${why}`, `3 ${why}`]);
});
