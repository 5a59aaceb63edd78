import { expect, test } from 'vitest';
import { amountIn, readBankFile } from '../../../supabase/functions/api/bank-file.ts';

test.each([
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1234.5', 1234.5],
  ['+20', 20],
  ['-20,00', -20],
  ['20,00-', -20],
  ['EUR 20.00', 20],
  ['20,00 €', 20],
  ["1'234.50", 1234.5],
  ['1.234', 1234],
  ['1.234.567,89', 1234567.89],
  ['', null],
  ['12.34.56', null],
  ['twenty', null],
])('the amount %j', (cell, amount) => {
  expect(amountIn(cell)).toBe(amount);
});

const linesOf = (csv: string) =>
  readBankFile(csv).lines.map(({ row, amount, text, name }) => [row, amount, text, name]);

test('a German file: semicolons, a decimal comma, quotes and lines above the header', () => {
  const csv = [
    ...['"Girokonto";"DE75512108001245126199"', '"Kontostand:";"1.000,00 EUR"', ''],
    '"Buchungstag";"Wertstellung";"Begünstigter/Zahlungspflichtiger";"Verwendungszweck";"Betrag";"Währung"',
    '"28.11.26";"28.11.26";"Ida Brook";"Bestellung HM-48213; danke";"50,00";"EUR"',
    '"28.11.26";"28.11.26";"Post";"Porto";"-4,10";"EUR"',
  ].join('\r\n');
  expect(linesOf(csv)).toEqual([
    [5, 50, 'Bestellung HM-48213; danke', 'Ida Brook'],
    [6, -4.1, 'Porto', 'Post'],
  ]);
  expect(readBankFile(csv).lines[0]).toMatchObject({ date: '28.11.26', currency: 'EUR' });
});

test('a Dutch file: the sign is in a column of its own', () => {
  const csv =
    '"Datum","Naam / Omschrijving","Rekening","Af Bij","Bedrag (EUR)","Mededelingen"\n' +
    '"20261128","I Brook","NL91","Bij","50,00","HM-48213"\n"20261128","Post","NL91","Af","4,10","Porto"\n';
  expect(linesOf(csv)).toEqual([
    [2, 50, 'HM-48213', 'I Brook'],
    [3, -4.1, 'Porto', 'Post'],
  ]);
});

test('an English file: tabs, a byte order mark, sep= and separate columns for money in and out', () => {
  const csv =
    '\uFEFFsep=\t\nDate\tDescription\tPaid out\tPaid in\n28/11/2026\tHM-48213 BROOK\t\t1,050.00\n28/11/2026\tPOST\t4.10\t\n';
  expect(linesOf(csv)).toEqual([
    [3, 1050, 'HM-48213 BROOK', ''],
    [4, null, 'POST', ''],
  ]);
});

test('columns with other headings are asked for, and taken as they are chosen', () => {
  const csv = 'When,How much,What for\n2026-11-28,50.00,HM-48213\n';
  const none = {
    date: null,
    amount: null,
    text: null,
    name: null,
    currency: null,
    direction: null,
  };
  expect(readBankFile(csv)).toEqual({
    ...{ headings: ['When', 'How much', 'What for'], columns: none, lines: [] },
  });
  const chosen = { ...none, date: 0, amount: 1, text: 2 };
  expect(readBankFile(csv, chosen).lines).toEqual([
    { row: 2, date: '2026-11-28', amount: 50, currency: '', name: '', text: 'HM-48213' },
  ]);
  expect(() => readBankFile(csv, { ...chosen, name: 3 })).toThrow('There is no such column');
});

test('a file of more than 5,000 lines is refused, and blank lines do not count', () => {
  const file = (lines: number) => `Date,Amount,Text\n${'1,2,3\n\n'.repeat(lines)}`;
  expect(readBankFile(file(5000)).lines).toHaveLength(5000);
  expect(() => readBankFile(file(5001))).toThrow('At most 5000 lines');
});
