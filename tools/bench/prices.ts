import postgres from 'postgres';
import type { Goods } from './catalogue.ts';
import { inFirstSize, signInMany, type Extras } from './orders.ts';
import type { Shop } from './shop.ts';
import { compare, inTurn } from './stock.ts';
import type { Row } from './table.ts';

const extras: Extras = {
  voucher: 'BENCH10',
  total: (cents) => cents - Math.round(cents / 10) + 500,
};

/** Whole orders with a shipping method, tax and a voucher, against the same without them. */
export async function measurePrices(
  shop: Shop,
  goods: Goods,
  options: { seconds: number; repeats: number },
): Promise<Row[]> {
  const sql = postgres(shop.databaseUrl, { max: 1 });
  const turnOff = async () => {
    await sql`delete from shipping_zones`;
    await sql`delete from tax_rates`;
    await sql`delete from vouchers`;
  };
  const turnOn = async () => {
    await turnOff();
    await sql`
      with zone as (insert into shipping_zones (name) values ('Everywhere') returning id)
      insert into shipping_methods (zone_id, name, price) select id, 'Standard', 5 from zone`;
    await sql`insert into tax_rates (rate) values (20)`;
    await sql`insert into vouchers (code, kind, value) values ('BENCH10', 'percent', 10)`;
  };
  try {
    const wanted = inFirstSize(goods);
    const groups = [
      {
        name: 'Whole orders, 4 shoppers, without shipping, tax and voucher',
        shoppers: await signInMany(shop, wanted, 4),
        prepare: turnOff,
      },
      {
        name: 'Whole orders, 4 shoppers, with all three',
        shoppers: await signInMany(shop, wanted, 4, extras),
        prepare: turnOn,
      },
    ];
    return compare(groups, await inTurn(groups, options), 0.8);
  } finally {
    await turnOff();
    await sql.end();
  }
}
