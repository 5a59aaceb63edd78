/** Headings of a format in lower case: the field that each holds, or null for what this shop does not take. */
export type Headings<Field extends string = string> = Readonly<Record<string, Field | null>>;

export interface FormatColumns<Field extends string = string> {
  readonly headings: Headings<Field>;
  /** One of each list is in every file of the format. */
  readonly signs: readonly (readonly string[])[];
  /** Columns of the format that this shop does not take, by the beginning of their headings. */
  readonly leftOut?: RegExp;
}

/** What files of one kind may have. */
export interface TableKind<Field extends string = string, Format extends string = string> {
  /** What a column may hold, and how people read it. */
  readonly fields: Readonly<Record<Field, string>>;
  /** In the order in which files are compared with them. */
  readonly formats: Readonly<Record<Format, FormatColumns<Field>>>;
  /** How people read the formats. */
  readonly labels: Readonly<Record<Format | 'unknown', string>>;
  /** Headings in files of no known format. */
  readonly names: Readonly<Record<string, Field>>;
  /** By the values of a column whose heading says nothing. */
  readonly byContent?: (values: readonly string[]) => Field | null;
}

/** Fields of one's own that records have; their columns are called as in the export. */
export interface OwnField {
  readonly column: string;
  readonly name: string;
}

/** What a column was recognised as: a field, a column of one's own, '' to leave it out, null if it is not known. */
export type Recognised = string | null;

/** What a column is called for people. */
export const headingOf = (header: readonly string[], place: number): string =>
  header[place]?.trim().slice(0, 60) || `column ${place + 1}`;

export const leftOut = (...headings: string[]): Readonly<Record<string, null>> =>
  Object.fromEntries(headings.map((it) => [it.toLowerCase(), null]));

/** As headings are compared: `Attribute_1 Name` is `attribute 1 name`, `Image_Link` `image link`. */
const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll(/[\s_]+/g, ' ')
    .replaceAll('\\,', ',');

/**
 * What each column of a table is, by its heading and, in tables of no known format, by its first values. Columns of a known
 * format that this shop does not take are left out; a field is recognised once.
 */
export function recogniseTable<Format extends string>(
  header: readonly string[],
  records: readonly (readonly string[])[],
  kind: TableKind<string, Format>,
  own: readonly OwnField[] = [],
): { format: Format | 'unknown'; columns: Recognised[] } {
  const headings = header.map(plainHeading);
  const has = new Set(headings);
  const formats = Object.entries<FormatColumns>(kind.formats);
  const [found] =
    formats.find(([, { signs }]) => signs.every((some) => some.some((it) => has.has(it)))) ?? [];
  const format = (found ?? 'unknown') as Format | 'unknown';
  const byLabel = new Map(
    Object.entries(kind.fields).flatMap(([name, label]) => [
      [plainHeading(name), name],
      [plainHeading(label), name],
    ]),
  );
  const ownOf = new Map(
    own.flatMap(({ column, name }) => [
      [plainHeading(column), column],
      [plainHeading(name), column],
    ]),
  );
  const taken = new Set<string>();
  const once = (field: Recognised): Recognised => {
    if (field && taken.has(field)) return null;
    if (field) taken.add(field);
    return field;
  };
  const byHeading = headings.map((heading, place): Recognised => {
    // A column without heading and content is none.
    if (heading === '') return records.some((cells) => cells[place]?.trim()) ? null : '';
    const mine = ownOf.get(heading);
    if (format === 'unknown')
      return once(mine ?? byLabel.get(heading) ?? kind.names[heading] ?? null);
    const known = kind.formats[format];
    const field = known.headings[heading];
    if (field) return once(field);
    if (mine) return once(mine);
    return field === null || known.leftOut?.test(heading) ? '' : null;
  });
  const { byContent } = kind;
  if (format !== 'unknown' || !byContent) return { format, columns: byHeading };
  const first = records.slice(0, 50);
  const columns = byHeading.map((it, place) =>
    it === null ? once(byContent(first.map((cells) => cells[place]?.trim() ?? ''))) : it,
  );
  return { format, columns };
}
