import sql, { join, raw, type Sql } from 'sql-template-tag';

/** The columns that an update sets; those without a value keep theirs. */
export const assignments = (values: Readonly<Record<string, unknown>>): Sql =>
  join(
    Object.entries(values).map(([column, value]) =>
      value === undefined ? raw(`${column} = ${column}`) : sql`${raw(column)} = ${value}`,
    ),
  );
