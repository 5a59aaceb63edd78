/** How long an IBAN is in the countries of SEPA, to which banking apps send euros. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 ' +
    'LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22'
  )
    .split(' ')
    .map((it) => [it.slice(0, 2), Number(it.slice(2))]),
);

/** ISO 7064, mod 97-10, with letters as numbers from A = 10. */
function isIban(iban: string): boolean {
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((it) => parseInt(it, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** The first valid IBAN in the lines of an account, without spaces; empty where there is none. */
export function ibanIn(account: string): string {
  for (const line of account.toUpperCase().split('\n')) {
    for (const { index } of line.matchAll(/(?<![A-Z0-9])[A-Z]{2}\d{2}/g)) {
      const length = lengths[line.slice(index, index + 2)] ?? 0;
      const [iban = ''] = /^[A-Z0-9]*/.exec(line.slice(index).replaceAll(/\s/g, '')) ?? [];
      if (length > 0 && iban.length >= length && isIban(iban.slice(0, length))) {
        return iban.slice(0, length);
      }
    }
  }
  return '';
}

/** The BIC that the account names as such, or as SWIFT code; empty where it names none. */
export const bicIn = (account: string): string =>
  /\b(?:BIC|SWIFT)\b[^A-Z0-9]*(?:CODE\b[^A-Z0-9]*)?([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/.exec(
    account.toUpperCase(),
  )?.[1] ?? '';

/** An order as the database returns it. */
interface TransferredOrder {
  number: string;
  currency: string;
  payment: {
    due: number;
    /** The account, in lines. */
    pay_to: string;
    /** Its owner. */
    payee: string;
  } | null;
}

const cut = (text: string, most: number): string =>
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, most).join('');

/**
 * The text of the QR code with which banking apps fill in a transfer: EPC069-12, version 002, in UTF-8. Empty for other currencies
 * than the euro, and where the account has no IBAN.
 */
export function transferCode({ number, currency, payment }: TransferredOrder): string {
  const { due, pay_to: account, payee } = payment ?? { due: 0, pay_to: '', payee: '' };
  const iban = ibanIn(account);
  const name = cut(payee, 70);
  if (currency !== 'EUR' || iban === '' || name === '' || due > 999_999_999.99) return '';
  const [purpose, structuredText] = ['', ''];
  return [
    ...['BCD', '002', '1', 'SCT', bicIn(account), name, iban, `EUR${due.toFixed(2)}`],
    ...[purpose, structuredText, number],
  ].join('\n');
}
