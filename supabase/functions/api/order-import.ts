import type { Db } from '../_shared/queries/database.ts';
import { JsonValue } from '../_shared/queries/json-value.ts';
import {
  lineFileRow,
  orderFileRow,
  type OrderFileRow,
} from '../_shared/schemas/imported-orders.ts';
import type { ImportedRow, Remark } from '../_shared/schemas/product-files.ts';
import { orderTable } from '../_shared/table-import/orders.ts';
import type { ParsedRow, ReadRow } from './imported-file.ts';
import type { MappedFormat } from './mapped-table.ts';

const cellOf = ({ values }: ReadRow, field: string): string => String(values[field] ?? '');
const joined = (texts: readonly string[], separator: string): string =>
  texts.filter((it) => it !== '').join(separator);

function addressOf(row: ReadRow, side: 'billing' | 'shipping') {
  const part = (name: string) => cellOf(row, side + name);
  const name = part('Name') || joined([part('Firstname'), part('Lastname')], ' ');
  const place = joined([part('Postcode'), part('City')], ' ');
  const street = joined([part('Address'), part('Address2')], ', ');
  const lines = [name, part('Company'), street, place, part('State'), part('Country')];
  return { name, text: joined(lines, '\n') };
}

/** What one row says of an item; nothing where it has none. */
function lineOf(row: ReadRow): { lines: object[]; problems: Remark[] } {
  if (cellOf(row, 'lineTitle') === '' && cellOf(row, 'lineSku') === '')
    return { lines: [], problems: [] };
  const { data, error } = lineFileRow.safeParse(row.values);
  const problems = (error?.issues ?? []).map(({ path, message }) => ({
    field: `Row ${row.row}, ${orderTable.fields[path[0] as keyof typeof orderTable.fields]}`,
    message,
  }));
  if (!data) return { lines: [], problems };
  const { lineTitle: title, lineSku: sku, lineQuantity: quantity, linePrice: price } = data;
  return { lines: [{ title, sku, quantity, price }], problems };
}

/** Rows of one number are an order, the first one says what all of it has; a row without a number belongs to the one above. */
function toOrders(rows: readonly ReadRow[], format: string): ReadRow[] {
  const orders = new Map<string, ReadRow[]>();
  let number = '';
  for (const row of rows) {
    number = cellOf(row, 'number') || number || `row ${row.row}`;
    orders.set(number, [...(orders.get(number) ?? []), row]);
  }
  return [...orders.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const lines = all.map(lineOf);
    const [billing, shipping] = [addressOf(first, 'billing'), addressOf(first, 'shipping')];
    return {
      row: first.row,
      values: {
        ...Object.fromEntries(Object.entries(first.values).filter(([, it]) => it !== '')),
        ...{ number: cellOf(first, 'number'), date: cellOf(first, 'date') },
        ...{ total: cellOf(first, 'total'), source: format === 'unknown' ? 'other' : format },
        name: (billing.name || shipping.name).slice(0, 200),
        ...{ billTo: billing.text, deliverTo: shipping.text },
        lines: lines.flatMap((it) => it.lines),
      },
      problems: [...all.flatMap((it) => it.problems), ...lines.flatMap((it) => it.problems)],
      doubts: [],
    };
  });
}

export const orderFormat: MappedFormat<typeof orderFileRow> = {
  ...{ kind: orderTable, required: ['number'], row: orderFileRow, label: ['number'] },
  group: toOrders,
};

/** States in which other shops have the money. An order without a state was one of them. */
const paidStates =
  /^(wc-)?(paid|partially[ _]refunded|completed?|processing|shipped|delivered|closed|fulfilled|bezahlt|)$/i;

/** Returns the result of each order. Changes nothing with `dry` or if one is wrong. */
export function importOrders(
  db: Db,
  fileRows: readonly ParsedRow<OrderFileRow>[],
  dry: boolean,
): Promise<ImportedRow[]> {
  const rows = fileRows.map(({ row, values }) => {
    const { source, number, date, email, name, status, currency, total, refunded, lines, ...rest } =
      values;
    const details = Object.fromEntries(
      Object.entries(rest).filter(([, it]) => it !== '' && it !== undefined),
    );
    return {
      ...{ line: row, source, number, date, email, name, status, paid: paidStates.test(status) },
      ...{ currency, total, refunded, details, lines },
    };
  });
  return db.call('office.import_orders', { p_rows: new JsonValue(rows), p_dry: dry });
}
