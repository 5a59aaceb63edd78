import { randomUUID } from 'node:crypto';
import { only, type Tx } from './actors.ts';
import { each, type Trial } from './trial-people.ts';

const zone = randomUUID();
const newCode = () => randomUUID().toUpperCase();

/** Of a country that is in no other zone. */
const addZone = (tx: Tx) => tx<{ id: string }[]>`
  insert into shipping_zones (name, countries)
  select 'Europe', array[c.code] from countries c
  where c.code <> 'AQ' and not exists (select from shipping_zones z where c.code = any (z.countries)) limit 1 returning id`;

const addVoucher = (tx: Tx) => tx<{ id: string }[]>`
  insert into vouchers (code, kind, value) values (${newCode()}, 'percent', 10) returning id`;

export const priceTrials: Record<string, Trial> = {
  countries: {
    key: 'code',
    rows: async () => ['DE', 'NG'],
    insert: () => ({ code: 'QQ', name: 'Nowhere' }),
    update: { name: 'Nowhere' },
  },
  shipping_zones: {
    key: 'id',
    rows: each('id', addZone),
    insert: () => ({ name: 'Asia' }),
    update: { name: 'Africa' },
  },
  shipping_methods: {
    key: 'id',
    rows: each(
      'id',
      (tx) => tx`
        with zone as (
          insert into shipping_zones (id, name, countries) values (${zone}, 'Antarctica', '{AQ}')
          on conflict (id) do update set name = 'Antarctica' returning id)
        insert into shipping_methods (zone_id, name, price) select id, 'Standard', 5 from zone returning id`,
    ),
    insert: () => ({ zone_id: zone, name: 'Express', price: 9 }),
    update: { price: 6 },
  },
  tax_rates: {
    key: 'id',
    rows: each(
      'id',
      (tx) => tx`
        insert into tax_rates (country, rate)
        select c.code, 19 from countries c left join tax_rates r on r.country = c.code where r.id is null limit 1 returning id`,
    ),
    insert: () => ({ class: 'reduced', rate: 20 }),
    update: { rate: 5 },
  },
  vouchers: {
    key: 'id',
    rows: each('id', addVoucher),
    insert: () => ({ code: newCode(), kind: 'amount', value: 5 }),
    update: { value: 20 },
  },
  voucher_uses: {
    key: 'order_id',
    rows: each('order_id', async (tx, user) => {
      const voucher = only(await addVoucher(tx));
      return tx`
        with ordered as (insert into orders (user_id, total_price) values (${user}, 1) returning id)
        insert into voucher_uses (order_id, voucher_id, user_id, once)
        select id, ${voucher.id}, ${user}, false from ordered returning order_id`;
    }),
    insert: ({ a }) => ({
      order_id: randomUUID(),
      voucher_id: randomUUID(),
      user_id: a,
      once: 'false',
    }),
    update: { once: 'true' },
  },
};
