import { axisOf, pairsOf } from './cells.ts';
import type { Group, SourceRow } from './groups.ts';

type Option = readonly [name: string, value: string];

/** Size and color of a row; null where it has none. */
export interface Choice {
  readonly row: SourceRow;
  readonly size: string | null;
  readonly color: string | null;
  /** Another choice of the same row: SKU, barcode and stock belong to the first one. */
  readonly again: boolean;
}

export interface Choices {
  readonly choices: readonly Choice[];
  readonly doubts: readonly string[];
}

const numbers = [1, 2, 3] as const;

/** The options that a row names; Shopify names them in the first row only, and has one without meaning where there are none. */
function optionsOf({ cell }: SourceRow, main: SourceRow): Option[] {
  const numbered = numbers.map(
    (n) =>
      [cell(`option${n}Name`) || main.cell(`option${n}Name`), cell(`option${n}Value`)] as const,
  );
  const pairs = pairsOf(cell('attributes')).filter(([name]) => axisOf(name) !== 'other');
  return [
    ...numbered,
    ['Size', cell('size')] as const,
    ['Color', cell('color')] as const,
    ...pairs,
  ].filter(
    ([name, value]) =>
      value !== '' && !(/^title$/i.test(name) && /^default( title)?$/i.test(value)),
  );
}

/** The list that a product of WooCommerce has of an attribute. */
const listed = (value: string): string[] =>
  value
    .split(value.includes('|') ? '|' : /(?<!\\),/)
    .map((it) => it.replaceAll('\\,', ',').trim())
    .filter((it) => it !== '');

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What variations of WooCommerce leave open is any value of their product. */
function variationsOf({ main, variants }: Group): { options: Option[][]; row: SourceRow }[] {
  const lists = optionsOf(main, main).map(([name, value]) => [name, listed(value)] as const);
  return variants.map((row) => {
    const own = optionsOf(row, row);
    const open = lists.filter(
      ([name]) => axisOf(name) !== 'other' && !own.some((it) => same(it[0], name)),
    );
    const options = open.reduce<Option[][]>(
      (all, [name, values]) =>
        all.flatMap((it) => values.map((value): Option[] => [...it, [name, value]])),
      [own.map(([name, value]) => [name, value.replaceAll('\\,', ',')] as const)],
    );
    return { options, row };
  });
}

/** Attributes of simple products are facts unless they have one value. */
const factsOf = ({ main }: Group): Option[] =>
  optionsOf(main, main).filter(
    ([name, value]) => axisOf(name) !== 'other' && listed(value).length === 1,
  );

/** What is neither size nor color becomes part of the size. */
function choiceOf(options: readonly Option[]): Pick<Choice, 'size' | 'color'> {
  const of = (axis: ReturnType<typeof axisOf>) =>
    options.flatMap(([name, value]) => (axisOf(name) === axis ? [value] : []));
  const size = [...of('size'), ...of('other')].join(' / ');
  return { size: size || null, color: of('color').join(' / ') || null };
}

/** The sizes and colors of the variants of a product. */
export function choicesOf(group: Group, isWooCommerce: boolean): Choices {
  const { main, variants } = group;
  const isSimple = variants.length === 1 && variants[0] === main;
  const rows = !isWooCommerce
    ? variants.map((row) => ({ row, options: [optionsOf(row, main)] }))
    : isSimple
      ? [{ row: main, options: [factsOf(group)] }]
      : variationsOf(group);
  const others = new Set(
    rows.flatMap(({ options }) =>
      options.flat().flatMap(([name]) => (axisOf(name) === 'other' ? [name || 'Option'] : [])),
    ),
  );
  const doubts = [...others].map(
    (it) => `“${it}” is neither size nor color: it is part of the size`,
  );
  const open = rows.filter(({ options }) => options.length > 1).map(({ row }) => row.row);
  if (open.length > 0)
    doubts.push(
      `Rows for any value, which become one variant for each: ${open.slice(0, 10).join(', ')}. SKU and stock go to the first`,
    );
  if (isWooCommerce && isSimple) {
    const lists = optionsOf(main, main).filter(([, value]) => listed(value).length > 1);
    doubts.push(
      ...lists.map(([name]) => `“${name}” has several values but no variations: left out`),
    );
  }
  const choices = rows.flatMap(({ row, options }) =>
    options.map((it, place) => ({ row, ...choiceOf(it), again: place > 0 })),
  );
  return { choices, doubts };
}
