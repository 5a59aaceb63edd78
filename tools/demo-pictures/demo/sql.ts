/** Temperatures do not break over lines. */
export const text = (value: string) =>
  `'${value.replaceAll(' °C', '\u00a0°C').replaceAll("'", "''")}'`;

export const textArray = (values: readonly string[]) =>
  `array[${values.map(text).join(', ')}]::text[]`;

export const ago = (count: number, unit: 'days' | 'hours') =>
  `now() - interval '${String(count)} ${unit}'`;

/** One insert of many rows; every row lists its values in the order of `columns`. */
export function insert(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const values = rows.map((row) => `  (${row.join(', ')})`).join(',\n');
  return `insert into ${table}\n  (${columns.join(', ')})\nvalues\n${values};\n`;
}
