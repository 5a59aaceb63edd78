import Papa from 'papaparse';
import { decimalsOf, shopCurrency } from '../_shared/domain/currency.ts';
import { unescapeFormula } from '../_shared/domain/csv.ts';
import { toMinor, fromMinor } from '../_shared/domain/money.ts';
import { maxTransfers, type BankColumns } from '../_shared/schemas/transfers.ts';
import { invalidFile, readRecords } from './imported-file.ts';

/* Files of banks: a CSV with a header, perhaps below lines about the account, in English, German or Dutch. */

type Column = keyof BankColumns;

/** Headings without accents, in small letters; the first that a file has is taken. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  date: [
    ...['booking date', 'transaction date', 'posting date', 'completed date', 'date', 'value date'],
    ...['buchungstag', 'buchungsdatum', 'buchung', 'wertstellung', 'valutadatum', 'datum'],
    ...['boekdatum', 'boekingsdatum', 'transactiedatum', 'rentedatum', 'valuta'],
  ],
  amount: [
    ...[
      'amount',
      'amount (eur)',
      'betrag',
      'betrag (eur)',
      'betrag in eur',
      'umsatz',
      'umsatz in eur',
    ],
    ...[
      'bedrag',
      'bedrag (eur)',
      'credit amount',
      'credit',
      'paid in',
      'money in',
      'gutschrift',
      'haben',
    ],
  ],
  text: [
    ...['remittance information', 'payment reference', 'payment details', 'verwendungszweck'],
    ...['mededelingen', 'mededeling', 'omschrijving', 'omschrijving-1', 'reference', 'description'],
    ...['details', 'narrative', 'memo', 'text', 'buchungsdetails', 'buchungstext', 'betreff'],
  ],
  name: [
    ...[
      'beguenstigter/zahlungspflichtiger',
      'begunstigter/zahlungspflichtiger',
      'zahlungspflichtige*r',
    ],
    ...[
      'name zahlungsbeteiligter',
      'auftraggeber/empfanger',
      'auftraggeber / begunstigter',
      'auftraggeber',
    ],
    ...['naam tegenpartij', 'tegenpartij', 'naam / omschrijving', 'naam', 'counterparty name'],
    ...['counterparty', 'partner name', 'payer', 'payee', 'name'],
  ],
  currency: ['currency', 'wahrung', 'waehrung', 'munt', 'muntsoort'],
  direction: [
    ...['debit/credit', 'credit/debit', 'credit debit indicator', 'd/c', 'soll/haben', 's/h'],
    ...['af bij', 'af/bij', 'type of transaction'],
  ],
};
const columns = Object.keys(headings) as Column[];

const plain = (heading: string): string =>
  heading.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

const recognize = (header: readonly string[]): BankColumns => {
  const names = header.map(plain);
  const places = columns.map((column) => {
    const found = headings[column].find((it) => names.includes(it));
    return [column, found === undefined ? null : names.indexOf(found)] as const;
  });
  return Object.fromEntries(places) as BankColumns;
};

/** How many lines about the account may be above the header. */
const mostAbove = 30;

const recognized = (header: readonly string[]): number =>
  Object.values(recognize(header)).filter((it) => it !== null).length;

/** The place of the row with the most known headings; the first row where none has any. */
function placeOfHeader(records: readonly string[][]): number {
  const fitness = records.slice(0, mostAbove).map(recognized);
  return Math.max(0, fitness.indexOf(Math.max(...fitness)));
}

/** The delimiter with which the header has the most known headings, or the most columns. */
function delimiterOf(text: string): string {
  const fitness = (delimiter: string): number => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: mostAbove });
    const header = data[placeOfHeader(data)] ?? [];
    return recognized(header) + header.length / (header.length + 1);
  };
  return [',', ';', '\t'].reduce((a, b) => (fitness(b) > fitness(a) ? b : a));
}

/** Two decimals, or as many as the shop's currency has. */
const decimalsPattern = () =>
  new RegExp(`^(.*)[.,](\\d{1,${Math.max(2, decimalsOf(shopCurrency()))}})$`);

/** An amount as banks write it: `1.234,50`, `1,234.50`, `-20`, `20,00-`, `EUR 20.00`; null for anything else. */
export function amountIn(cell: string): number | null {
  const bare = cell.replaceAll(/[\s'’€$£]|[A-Z]{3}/g, '').replace(/^(.+)-$/, '-$1');
  const [, sign = '', digits = ''] = /^([-+]?)(\d[\d.,]*)$/.exec(bare) ?? [];
  const [, whole = digits, decimals = ''] = decimalsPattern().exec(digits) ?? [];
  const groups = whole.split(/[.,]/);
  const isGrouped = groups.slice(1).every((it) => it.length === 3) && (groups[0] ?? '').length <= 3;
  if (digits === '' || (groups.length > 1 && !isGrouped)) return null;
  const amount = Number(`${sign}${groups.join('')}.${decimals || '0'}`);
  return Number.isSafeInteger(toMinor(amount)) ? amount : null;
}

/** Money that went out: “Af”, “Soll”, “Debit”. */
const isOut = (direction: string): boolean => /^(af|s|soll|d|debit|debet|dbit)$/i.test(direction);

/** A line of a bank's file. */
export interface BankLine {
  /** As in a spreadsheet. */
  row: number;
  date: string;
  /** Null where it is not a number; below zero where money went out. */
  amount: number | null;
  currency: string;
  name: string;
  text: string;
}

interface BankFile {
  headings: string[];
  columns: BankColumns;
  lines: BankLine[];
}

/** The lines of a bank's file; none while a column for date, amount or text is missing. @throws ApiError 400 */
export function readBankFile(csv: string, chosen?: BankColumns): BankFile {
  const { records, rowOfHeader } = readRecords(csv, delimiterOf);
  const above = placeOfHeader(records);
  const header = records[above] ?? [];
  const places = chosen ?? recognize(header);
  const found = { headings: header.map((it) => it.trim().slice(0, 60)), columns: places };
  const wrong = columns.find((it) => (places[it] ?? 0) >= header.length);
  if (wrong) throw invalidFile(`There is no such column for the ${wrong}`);
  const { date, amount, text } = places;
  if (date === null || amount === null || text === null) return { ...found, lines: [] };
  const rows = records
    .slice(above + 1)
    .map((cells, i) => ({ cells, row: rowOfHeader + above + 1 + i }));
  const filled = rows.filter(({ cells }) => cells.some((it) => it.trim() !== ''));
  if (filled.length > maxTransfers) throw invalidFile(`At most ${maxTransfers} lines`);
  const lines = filled.map(({ cells, row }): BankLine => {
    const cell = (place: number | null): string =>
      place === null
        ? ''
        : unescapeFormula(cells[place] ?? '')
            .replaceAll(/[\s\p{Cc}]+/gu, ' ')
            .trim();
    const value = amountIn(cell(amount));
    const sign = value !== null && value > 0 && isOut(cell(places.direction)) ? -1 : 1;
    return {
      ...{
        row,
        date: cell(date).slice(0, 40),
        currency: /^[A-Z]{3}$/.exec(cell(places.currency).toUpperCase())?.[0] ?? '',
      },
      amount: value === null ? null : fromMinor(toMinor(value * sign)),
      ...{ name: cell(places.name).slice(0, 200), text: cell(text).slice(0, 500) },
    };
  });
  return { ...found, lines };
}
