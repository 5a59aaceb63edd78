import sql from 'sql-template-tag';
import { orderNumbersIn } from '../../_shared/domain/order-number.ts';
import { single, type Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { MatchedTransfer } from '../../_shared/queries/payment-rows.ts';
import type { BookTransfersInput, TransferLine } from '../../_shared/schemas/transfers.ts';
import type { BankLine } from '../bank-file.ts';

type Incoming = BankLine & { amount: number };

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (it) => it.toString(16).padStart(2, '0')).join('');

/** The same line of the same statement has the same key in every file; equal lines of one file are told apart. */
async function withKeys(lines: readonly Incoming[]): Promise<(Incoming & { key: string })[]> {
  const times = new Map<string, number>();
  return Promise.all(
    lines.map(async (line) => {
      const same = JSON.stringify([line.date, line.amount, line.text]);
      const before = times.get(same) ?? 0;
      times.set(same, before + 1);
      const digest = await crypto.subtle.digest(
        'SHA-256',
        new TextEncoder().encode(`${same}${before}`),
      );
      return { ...line, key: `bank:${hex(digest)}` };
    }),
  );
}

/** The lines that brought money, as SQL takes them. */
async function toRows(db: Db, lines: readonly BankLine[]) {
  const settings = await db.query<{ pattern: string }>(sql`
    select value #>> '{}' as pattern from public.shop_settings where name = 'order_number_pattern'`);
  const { pattern } = single(settings);
  const incoming = lines.filter((it): it is Incoming => it.amount !== null && it.amount > 0);
  return (await withKeys(incoming)).map(({ row, key, amount, currency, ...it }) => ({
    ...{ row, key, amount, currency: currency || null },
    numbers: orderNumbersIn(`${it.text} ${it.name}`, pattern).slice(0, 50),
    note: [it.date, it.name, it.text].filter(Boolean).join(' ').slice(0, 200),
  }));
}

function toLine(line: BankLine, match: MatchedTransfer | undefined): TransferLine {
  const fate = match?.fate ?? (line.amount === null ? 'unreadable' : 'outgoing');
  const { order: _id, number, due, currency } = match ?? {};
  const order = _id && number && currency ? { _id, number, due: due ?? 0, currency } : null;
  return { ...line, fate, order };
}

/** What each line would do, after those before it. */
export async function matchTransfers(db: Db, lines: readonly BankLine[]): Promise<TransferLine[]> {
  const rows = await toRows(db, lines);
  const found = await db.call('office.match_transfers', { p_lines: new JsonValue(rows) });
  const matches = new Map(found.map((it) => [it.row, it]));
  return lines.map((it) => toLine(it, matches.get(it.row)));
}

/** So many lines are recorded in one transaction. */
const batchSize = 50;

/** Records the chosen lines that are still as they were shown, and returns what each line of the file has done. */
export async function bookTransfers(
  db: Db,
  lines: readonly BankLine[],
  chosen: BookTransfersInput['lines'],
): Promise<TransferLine[]> {
  const fates = new Map(chosen.map((it) => [it.row, it.fate]));
  const rows = (await toRows(db, lines)).flatMap((it) => {
    const fate = fates.get(it.row);
    return fate ? [{ ...it, fate }] : [];
  });
  const booked = new Map<number, MatchedTransfer>();
  for (let at = 0; at < rows.length; at += batchSize) {
    const p_lines = new JsonValue(rows.slice(at, at + batchSize));
    for (const it of await db.call('office.book_transfers', { p_lines })) booked.set(it.row, it);
  }
  const now = new Map((await matchTransfers(db, lines)).map((it) => [it.row, it]));
  return lines.map((it) => {
    const match = booked.get(it.row);
    return match ? toLine(it, match) : (now.get(it.row) ?? toLine(it, undefined));
  });
}
