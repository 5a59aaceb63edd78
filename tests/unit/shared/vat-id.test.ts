import { expect, test } from 'vitest';
import { isVatId, plainVatId } from '#shared/domain/vat-id.ts';

/** From the documents of the tax offices, and of companies that print theirs. */
const right = [
  ...['DE136695976', 'ATU13585627', 'NL004495445B01', 'NL123456789B13', 'FR83404833048'],
  ...['FR40303265045', 'FRK7399859412', 'BE0428759497', 'IT00743110157', 'ESB58378431'],
  ...['ESX5253868R', 'ES54362315K', 'ESJ99216582', 'IE6433435F', 'IE6433435OA', 'IE8D79739I'],
  ...['PL8567346215', 'GB980780684', 'GB980780684001', 'GBGD001', 'XI980780684'],
  ...['SE556188840401', 'EL094259216', 'US123456789'],
  ...['DE129274202', 'BE0417497106', 'ESQ2826000H', 'GB100190874'],
];

test.each(right)('%s is taken', (id) => {
  expect(isVatId(plainVatId(` ${id.slice(0, 2).toLowerCase()} ${id.slice(2)}`))).toBe(true);
});

/** Whatever country has a check digit finds one digit that is wrong. */
test.each(right.filter((it) => /^(DE|AT|NL00|FR\d|BE|IT|ES|IE|PL|GB9|XI)/.test(it)))(
  '%s is refused with another digit',
  (id) => {
    const at = id.search(/\d/) + 3;
    const wrong = `${id.slice(0, at)}${(Number(id[at]) + 1) % 10}${id.slice(at + 1)}`;
    expect(isVatId(wrong)).toBe(false);
  },
);

test.each([
  '136695976',
  'DE12345678',
  'ATU1358562',
  'NL004495445X01',
  'SE55618884040',
  'D1',
  'U1234',
  '1US1234',
  'US12345678901234',
  'US12!',
  'ÄÖ12',
])('%s has not the form of one', (id) => {
  expect(isVatId(plainVatId(id))).toBe(false);
});
