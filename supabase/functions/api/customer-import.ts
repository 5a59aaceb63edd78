import { customColumn } from '../_shared/domain/custom-fields.ts';
import type { Db } from '../_shared/queries/database.ts';
import { JsonValue } from '../_shared/queries/json-value.ts';
import { customerFileRow, type CustomerFileRow } from '../_shared/schemas/customer-files.ts';
import type { ImportedRow } from '../_shared/schemas/product-files.ts';
import { customerTable } from '../_shared/table-import/customers.ts';
import type { ParsedRow, ReadRow } from './imported-file.ts';
import type { MappedFormat } from './mapped-table.ts';

const joined = (texts: readonly unknown[], separator: string): string =>
  texts.filter((it) => it !== undefined && it !== '').join(separator);

/** Names, addresses and notes as this shop has them. */
function toCustomer({ values, ...rest }: ReadRow): ReadRow {
  const { name = '', address, address2, company, note, ...others } = values;
  const [, first = '', last = ''] = /^(.*?)\s*(\S*)$/.exec(String(name)) ?? [];
  return {
    ...rest,
    values: {
      ...(name !== '' && { firstname: first || last, lastname: first && last }),
      ...others,
      ...((address ?? address2) !== undefined && { address: joined([address, address2], ', ') }),
      ...((note ?? company) !== undefined && {
        note: joined([company && `Company: ${String(company)}`, note], '\n'),
      }),
    },
  };
}

export const customerFormat: MappedFormat<typeof customerFileRow> = {
  ...{ kind: customerTable, required: ['email'], row: customerFileRow, label: ['email'] },
  group: (rows) => rows.map(toCustomer),
};

/** The values of custom fields by their keys; empty ones change nothing. */
const customOf = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) =>
      column.startsWith(customColumn('')) && value
        ? [[column.slice(customColumn('').length), value]]
        : [],
    ),
  );

/** Returns the result of each row. Changes nothing with `dry` or if a row is wrong. */
export function importCustomers(
  db: Db,
  fileRows: readonly ParsedRow<CustomerFileRow>[],
  dry: boolean,
  { invite = false }: { invite?: boolean | undefined },
): Promise<ImportedRow[]> {
  const rows = fileRows.map(({ row, values }) => ({
    line: row,
    ...values,
    custom: customOf(values),
  }));
  const args = { p_rows: new JsonValue(rows), p_dry: dry, p_invite: invite };
  return db.call('office.import_customers', args);
}
