import type { ImportField } from './fields.ts';
import type { ForeignFormat } from './formats.ts';

/** A row of a table with its number in a spreadsheet. */
export interface SourceRow {
  readonly row: number;
  /** The trimmed cell of a column; '' without one. */
  readonly cell: (field: ImportField | (string & {})) => string;
}

/** The rows of one product: the one that says what all of it has, and those of its variants. */
export interface Group {
  readonly handle: string;
  readonly main: SourceRow;
  readonly variants: readonly SourceRow[];
  /** All its rows. */
  readonly rows: readonly SourceRow[];
  /** Variants without a product, and other rows that cannot be read. */
  readonly problem?: string;
}

function byKey(
  rows: readonly SourceRow[],
  key: (row: SourceRow) => string,
): Map<string, SourceRow[]> {
  const groups = new Map<string, SourceRow[]>();
  for (const row of rows) {
    const name = key(row) || `row ${row.row}`;
    const known = groups.get(name);
    if (known) known.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}

/** Rows that add a picture to a product have neither option nor price nor SKU. */
const isVariant = ({ cell }: SourceRow): boolean =>
  (['option1Value', 'size', 'color', 'price', 'sku'] as const).some((it) => cell(it) !== '');

/** Rows of one handle are a product, the first one with a title says what it is. */
function byHandle(rows: readonly SourceRow[]): Group[] {
  return [...byKey(rows, (it) => it.cell('handle')).values()].flatMap((all) => {
    const main = all.find((it) => it.cell('title') !== '') ?? all[0];
    if (!main) return [];
    const variants = all.filter((it) => it === main || isVariant(it));
    return [{ handle: main.cell('handle'), main, variants, rows: all }];
  });
}

const lower = (text: string): string => text.trim().toLowerCase();

/** Variations name their product by `id:` and its number, or by its SKU. */
function woocommerce(rows: readonly SourceRow[]): Group[] {
  const isVariation = (it: SourceRow) => lower(it.cell('kind')).startsWith('variation');
  const mains = rows.filter((it) => !isVariation(it));
  const variations = byKey(rows.filter(isVariation), (it) => lower(it.cell('parent')));
  const groups = mains.map((main): Group => {
    const handle = main.cell('handle') || main.cell('sku');
    const names = [
      main.cell('handle') && `id:${lower(main.cell('handle'))}`,
      lower(main.cell('sku')),
    ];
    const own = names
      .flatMap((it) => {
        const found = (it && variations.get(it)) || [];
        if (it) variations.delete(it);
        return found;
      })
      .sort((a, b) => a.row - b.row);
    const kind = lower(main.cell('kind'));
    const problem = /grouped|external/.test(kind)
      ? `A product of the kind “${kind}” cannot be taken over`
      : kind.startsWith('variable') && own.length === 0
        ? 'None of its variations is in the file'
        : undefined;
    return {
      ...{ handle: handle && `woocommerce:${handle}`, main },
      ...{ variants: own.length > 0 ? own : [main], rows: [main, ...own] },
      ...(problem && { problem }),
    };
  });
  const alone = [...variations.values()].flat().map((main): Group => {
    const parent = main.cell('parent');
    return {
      ...{ handle: '', main, variants: [main], rows: [main] },
      problem: parent ? `Its product “${parent}” is not in the file` : 'It names no product',
    };
  });
  return [...groups, ...alone];
}

/** One row for each variant; those of one item group are a product. */
function google(rows: readonly SourceRow[]): Group[] {
  const key = (it: SourceRow) => it.cell('parent') || it.cell('sku');
  return [...byKey(rows, key).values()].flatMap((variants) => {
    const [main] = variants;
    return main
      ? [{ handle: key(main) && `google:${key(main)}`, main, variants, rows: variants }]
      : [];
  });
}

/** A configurable product lists the SKUs of its variants, which have rows of their own. */
function magento(rows: readonly SourceRow[]): Group[] {
  const bySku = new Map(rows.map((it) => [lower(it.cell('sku')), it]));
  const children = new Set<SourceRow>();
  const childrenOf = (main: SourceRow) =>
    main
      .cell('variations')
      .split('|')
      .flatMap((it) => {
        const [, sku = ''] = /(?:^|,)\s*sku=([^,]+)/i.exec(it) ?? [];
        const child = bySku.get(lower(sku));
        if (child) children.add(child);
        return child ? [child] : [];
      });
  const lists = new Map(rows.map((it) => [it, childrenOf(it)]));
  return rows
    .filter((it) => !children.has(it))
    .map((main) => {
      const own = lists.get(main) ?? [];
      const kind = lower(main.cell('kind'));
      const handle = main.cell('handle') || main.cell('sku');
      const problem = /bundle|grouped|downloadable/.test(kind)
        ? `A product of the kind “${kind}” cannot be taken over`
        : kind === 'configurable' && own.length === 0
          ? 'None of its variants is in the file'
          : undefined;
      return {
        ...{ handle: handle && `magento:${handle}`, main, rows: [main, ...own] },
        variants: own.length > 0 ? own : [main],
        ...(problem && { problem }),
      };
    });
}

const oneEach = (rows: readonly SourceRow[]): Group[] =>
  rows.map((main) => {
    const handle = main.cell('handle');
    return { handle: handle && `prestashop:${handle}`, main, variants: [main], rows: [main] };
  });

/** Which rows of a table are one product. */
export const groupsOf: Readonly<Record<ForeignFormat, (rows: readonly SourceRow[]) => Group[]>> = {
  ...{ shopify: byHandle, woocommerce, google, prestashop: oneEach, magento, unknown: byHandle },
};
