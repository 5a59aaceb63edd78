import { expect, test } from 'vitest';
import {
  bicIn,
  ibanIn,
  transferCode,
} from '../../../supabase/functions/_shared/domain/transfer-code.ts';

const german = 'DE75512108001245126199';

test.each([
  ['Hemline Ltd.\nIBAN DE75 5121 0800 1245 1261 99\nBIC SOLADEST600', german],
  ['iban: de75 5121 0800 1245 1261 99 bei der Bank', german],
  ['IBAN DE75512108001245126199 BIC SOLADEST600', german],
  ['NL91ABNA0417164300', 'NL91ABNA0417164300'],
  // A wrong check digit, one that is too short, one broken over lines, and none.
  ['DE76 5121 0800 1245 1261 99', ''],
  ['DE75 5121 0800 1245', ''],
  ['DE75 5121 0800\n1245 1261 99', ''],
  ['Harbour Savings Bank\nAccount 0000 0000', ''],
  // The first valid one of several.
  ['DE76 5121 0800 1245 1261 99\nAT61 1904 3002 3457 3201', 'AT611904300234573201'],
])('the IBAN in %j', (account, iban) => {
  expect(ibanIn(account)).toBe(iban);
});

test.each([
  ['BIC SOLADEST600', 'SOLADEST600'],
  ['SWIFT code: abnanl2a', 'ABNANL2A'],
  ['BIC/SWIFT: ABNANL2A', 'ABNANL2A'],
  ['HARBOURS BANK', ''],
])('the BIC in %j', (account, bic) => {
  expect(bicIn(account)).toBe(bic);
});

const payment = {
  due: 50,
  pay_to: `Hemline\nIBAN ${german}\nBIC SOLADEST600`,
  payee: 'Hemline Ltd.',
};
const order = { number: 'HM-48213', currency: 'EUR', payment };

test('a code is EPC069-12, version 002', () => {
  expect(transferCode(order)).toBe(
    `BCD\n002\n1\nSCT\nSOLADEST600\nHemline Ltd.\n${german}\nEUR50.00\n\n\nHM-48213`,
  );
  const noBic = { ...payment, due: 19.9, pay_to: german };
  expect(
    transferCode({ ...order, payment: noBic })
      .split('\n')
      .slice(4, 8),
  ).toEqual([...['', 'Hemline Ltd.', german, 'EUR19.90']]);
});

test('a name is cut to 70 characters, and its lines are one', () => {
  const payee = `Hemline\nof ${'ä'.repeat(80)}`;
  const [, , , , , name = ''] = transferCode({ ...order, payment: { ...payment, payee } }).split(
    '\n',
  );
  expect(name).toBe(`Hemline of ${'ä'.repeat(59)}`);
});

test.each([
  { ...order, currency: 'USD' },
  { ...order, payment: { ...payment, pay_to: 'Account 0000' } },
  { ...order, payment: { ...payment, pay_to: '' } },
  { ...order, payment: { ...payment, payee: ' ' } },
  { ...order, payment: { ...payment, due: 1_000_000_000 } },
  { ...order, payment: null },
])('there is no code for %j', (it) => {
  expect(transferCode(it)).toBe('');
});
