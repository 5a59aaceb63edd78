import { garmentOf } from './catalogue/catalogue.ts';
import { productId } from './seed-catalogue.ts';
import { ago, text } from './sql.ts';
import { houseBarcode, stock } from './stock.ts';

const columns = ['product', 'size', 'color', 'pieces', 'policy', 'dearer', 'barcode'];

/** One row for each size and color that is counted. */
export function stockRows(): string[][] {
  return stock
    .flatMap(({ slug, pieces, backorder = false, dearer = {} }) => {
      const { colours, sizes } = garmentOf(slug);
      return colours.flatMap((colour, row) =>
        sizes.map((size, place) => [
          `${text(productId(slug))}::uuid`,
          text(size),
          text(colour),
          String(pieces[row]?.[place] ?? 0),
          `'${backorder ? 'backorder' : 'deny'}'::public.stock_policy`,
          dearer[size] ?? '0.00',
        ]),
      );
    })
    .map((row, index) => [...row, text(houseBarcode(index + 1))]);
}

/** The stock of the garments that are counted. It comes in before anything is sold. */
export function stockSql(): string {
  const values = stockRows()
    .map((row) => `  (${row.join(', ')})`)
    .join(',\n');
  return [
    '-- Stock comes by the ledger only.',
    `create temporary table counted (${columns.join(', ')}) as values\n${values};\n`,
    'insert into public.stock_movements (variant_id, quantity, reason, happened_at)',
    `select v.id, c.pieces, 'received', ${ago(60, 'days')} from counted c`,
    'join public.product_variants v on (v.product_id, v.size, v.color) = (c.product, c.size, c.color)',
    'where c.pieces > 0;',
    'update public.product_variants v set policy = c.policy, price_delta = c.dearer, barcode = c.barcode',
    'from counted c where (v.product_id, v.size, v.color) = (c.product, c.size, c.color);',
    'drop table counted;\n',
  ].join('\n');
}

/** Paid orders keep their pieces until they are sent. */
export const holdsSql = `-- What paid orders keep until it is sent.
select private.hold_stock(o, null) from public.orders o where o.status = 'Paid';
`;
