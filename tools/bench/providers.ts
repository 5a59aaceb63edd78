import postgres from 'postgres';
import type { Goods } from './catalogue.ts';
import { inFirstSize, signInMany } from './orders.ts';
import type { Shop } from './shop.ts';
import { compare, inTurn } from './stock.ts';
import type { Row } from './table.ts';

/** Whole orders that are paid at Stripe's sandbox, against the same at Paystack's. */
export async function measureProviders(
  shop: Shop,
  goods: Goods,
  options: { seconds: number; repeats: number },
): Promise<Row[]> {
  const sql = postgres(shop.databaseUrl, { max: 1 });
  try {
    await sql`
      insert into payment_methods (provider, position, is_on) values ('stripe', 2, true)
      on conflict (provider) do update set is_on = true`;
    const wanted = inFirstSize(goods);
    const groupOf = async (payWith: string, name: string) => ({
      name: `Whole orders, 4 shoppers, paid with ${name}`,
      shoppers: await signInMany(shop, wanted, 4, { payWith }),
    });
    const groups = [await groupOf('paystack', 'Paystack'), await groupOf('stripe', 'Stripe')];
    return compare(groups, await inTurn(groups, options), 0.95);
  } finally {
    await sql`update payment_methods set is_on = false where provider = 'stripe'`;
    await sql.end();
  }
}
