import { expect, test } from 'vitest';
import { csvRow, escapeFormula, unescapeFormula } from '#shared/domain/csv.ts';

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

test.each(signs)(
  'what begins with %j runs nothing in a spreadsheet, and comes back as it was',
  (sign) => {
    for (const text of [`${sign}1+1`, `'${sign}1+1`, `''${sign}`]) {
      expect(escapeFormula(text)).toBe(`'${text}`);
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    }
  },
);

test('other texts stay as they are', () => {
  for (const text of ['', 'Coat', "'tis", 'a=b', '５', ' =1']) {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  }
  expect(csvRow(['＝1', 5, null, 'a,b'])).toBe('\'＝1,5,,"a,b"\r\n');
});
