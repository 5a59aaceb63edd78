import postgres from 'postgres';
import { findGoods } from './catalogue.ts';
import { measureFlow, medianOf, type Figures } from './load.ts';
import { inFirstSize, signInMany, type Shopper, type Wanted } from './orders.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

export interface Compared {
  readonly name: string;
  readonly shoppers: readonly Shopper[];
  /** What the shop needs before each run of these. */
  readonly prepare?: () => Promise<unknown>;
}

/** Whole orders of each group in turn, so that a busy moment of the machine meets all; a run each to warm up. */
export async function inTurn(
  groups: readonly Compared[],
  { seconds, repeats }: { seconds: number; repeats: number },
): Promise<Figures[]> {
  const results: Figures[][] = groups.map(() => []);
  for (let turn = 0; turn <= repeats; turn += 1) {
    for (const [i, { shoppers, prepare }] of groups.entries()) {
      await prepare?.();
      const figures = await measureFlow(
        shoppers.map((it) => () => it.order()),
        turn === 0 ? 2 : seconds,
      );
      if (turn > 0) results[i]?.push(figures);
    }
  }
  return results.map(medianOf);
}

export function compare(
  groups: readonly Compared[],
  figures: readonly Figures[],
  min: number,
): Row[] {
  return groups.map(({ name }, i) => {
    const [first, own] = [figures[0], figures[i]];
    if (!first || !own || i === 0) return { what: name, ...(own ? { figures: own } : {}) };
    return { what: name, figures: own, ratio: own.rate / first.rate, min };
  });
}

/** Counts a thousand variants, with more pieces than a measurement sells. */
export async function countThousand({ databaseUrl }: Shop): Promise<Wanted[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    return await sql.begin(async (tx) => {
      const variants = await tx<(Wanted & { id: string })[]>`
        select v.id, v.product_id as product, v.size, v.color, (p.price + v.price_delta)::float as price
        from product_variants v join products p on p.id = v.product_id
        where p.availability = 'InStock' and p.status = 'published' order by p.created_at desc, v.sku limit 1000`;
      const ids = variants.map((it) => it.id);
      await tx`update product_variants set policy = 'deny' where id = any (${ids})`;
      await tx`insert into stock_movements (variant_id, quantity, reason)
        select id, 1000000, 'received' from unnest(${ids}::uuid[]) id`;
      return variants.map(({ product, size, color, price }) => ({ product, size, color, price }));
    });
  } finally {
    await sql.end();
  }
}

/** Orders with stock: of goods that are not counted, against the shop of an earlier commit; of one variant, against a thousand. */
export async function measureStock(
  shop: Shop,
  before: Shop | undefined,
  options: { seconds: number; repeats: number },
): Promise<Row[]> {
  const rows: Row[] = [];
  if (before) {
    const groups = await Promise.all(
      [before, shop].map(async (it, i) => ({
        name: `Whole orders, 4 shoppers, ${i === 0 ? 'before' : 'now'}`,
        shoppers: await signInMany(it, inFirstSize(await findGoods(it)), 4),
      })),
    );
    rows.push(...compare(groups, await inTurn(groups, options), 0.95));
  }
  const wanted = await countThousand(shop);
  const groups = [
    {
      name: 'Whole orders of 1,000 counted variants, 8 shoppers',
      shoppers: await signInMany(shop, wanted, 8),
    },
    {
      name: 'Whole orders of one counted variant, 8 shoppers',
      shoppers: await signInMany(shop, wanted.slice(0, 1), 8),
    },
  ];
  return [...rows, ...compare(groups, await inTurn(groups, options), 0.8)];
}
