import { csvRow } from '#shared/domain/csv.ts';
import { administrator } from './freshness.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** The targets in seconds. */
const maxSeconds = { dryRun: 5, write: 30 };

const header = [
  ...['Handle', 'Title', 'Body (HTML)', 'Type', 'Option1 Name', 'Option1 Value', 'Option2 Name'],
  ...['Option2 Value', 'Variant SKU', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
  'Variant Price',
];
const text = `<p>${'Woven in small runs, dyed by hand and washed once. '.repeat(6)}</p>`;
const choices = ['S', 'M'].flatMap((size) => ['Navy', 'Sand'].map((color) => ({ size, color })));

/** Products as Shopify exports them, of four variants with stock and prices of their own. */
function shopifyFile(mark: string, products: number): string {
  const rows = Array.from({ length: products }, (_, n) =>
    choices.map(({ size, color }, place) => {
      const about = [`Cape ${mark} ${n}`, `${text}<h2>Style ${n}</h2>`, `Capes ${n % 10}`];
      return [
        ...[`${mark}-${n}`, ...(place === 0 ? about : ['', '', ''])],
        ...[place === 0 ? 'Size' : '', size, place === 0 ? 'Color' : '', color],
        ...[`${mark}-${n}-${place}`, 'shopify', (n + place) % 9, 40.5 + place],
      ];
    }),
  );
  return [header, ...rows.flat()].map(csvRow).join('');
}

/** Measures the import of a product file: what is written at once, and the dry run of a file of which some is known. */
export async function measureImport(shop: Shop): Promise<Row[]> {
  const ask = await administrator(shop.url);
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  const measure = async (what: string, products: number, dry: boolean, most: number) => {
    const csv = shopifyFile(mark, products);
    const startedAt = performance.now();
    const reply = await ask('POST', '/products/admin/import', { csv, dry });
    const seconds = (performance.now() - startedAt) / 1000;
    const { counts } = reply as { counts: { wrong: number } };
    if (counts.wrong > 0) throw new Error(`${counts.wrong} rows of the file are wrong`);
    return { what, value: `${seconds.toFixed(1)} s`, passed: seconds <= most };
  };
  return [
    await measure('Import of 1,000 products with 4,000 variants', 1000, false, maxSeconds.write),
    await measure('Dry run of a file of 10,000 rows', 2500, true, maxSeconds.dryRun),
  ];
}
