import { describe, expect } from 'vitest';
import { randomUUID } from 'node:crypto';
import { rolledBack, test, type Tx } from './actors.ts';
import { rowOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { addAdministrator } from './people.ts';

/** Orders in all; FUZZ_RUNS=2000 takes two minutes. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 200);

/** Sells orders of one to four lines with discounts, tax and shipping, and refunds them by chance until nothing is left. */
const work = `
  create function pg_temp.chance(p_most int) returns int language sql as $$ select floor(random() * (p_most + 1))::int $$;

  create function pg_temp.sell() returns uuid language plpgsql as $$
  declare
    its_id uuid;
    rates constant numeric[] := array[0, 7, 19, 8.875];
  begin
    insert into public.orders (total_price, tax_included, shipping, shipping_tax_rate)
    values (0, random() < 0.5, pg_temp.chance(2) * 4.95, rates[1 + pg_temp.chance(3)]) returning id into its_id;
    insert into public.order_items (order_id, title, unit_price, quantity, discount, tax_rate, position)
    select its_id, 'Sock', price, quantity, round(price * quantity * pg_temp.chance(1) * random()::numeric, 2), rates[1 + pg_temp.chance(3)], n
    from (select n, 1 + pg_temp.chance(4000) / 100.0 as price, 1 + pg_temp.chance(4) as quantity
      from generate_series(1, 1 + pg_temp.chance(3)) n) l;
    -- What is added follows the lines that are there.
    update public.order_items set title = 'Socks' where order_id = its_id and position = 1;
    insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
    select id, id, total_price * 100, 'USD', 'paid' from public.orders where id = its_id;
    update public.orders set status = 'Paid', payment_reference = id where id = its_id;
    return its_id;
  end $$;

  create function pg_temp.give_back(p_order uuid, p_by uuid, p_lines jsonb, p_shipping boolean, p_amount bigint) returns boolean
  language plpgsql as $$
  declare
    refund public.refunds;
  begin
    refund := public.start_refund(gen_random_uuid(), p_order::text, null, 'USD', p_by, p_amount, p_lines, true, p_shipping);
    perform public.update_refund(refund.id, case when random() < 0.15 then 'failed' else 'processed' end);
    return true;
  exception when raise_exception then
    -- Nothing costs nothing; what was given as an amount is not there for pieces.
    return false;
  end $$;

  create function pg_temp.refund_by_chance(p_order uuid, p_by uuid, p_amounts boolean) returns void language plpgsql as $$
  begin
    for turn in 1 .. 2 loop
      perform pg_temp.give_back(p_order, p_by, (
        select jsonb_agg(jsonb_build_object('item', id, 'quantity', pg_temp.chance(quantity - refunded)))
        from public.order_items where order_id = p_order), random() < 0.2 and private.shipping_to_refund(p_order) > 0,
        case when p_amounts and random() < 0.5 then 1 + pg_temp.chance(900) end);
    end loop;
  end $$;

  create function pg_temp.refund_the_rest(p_order uuid, p_by uuid, p_amounts boolean) returns void language plpgsql as $$
  begin
    for turn in 1 .. 40 loop
      exit when not exists (select from public.order_items where order_id = p_order and refunded < quantity)
        and coalesce(private.shipping_to_refund(p_order), 0) = 0;
      exit when not pg_temp.give_back(p_order, p_by, (
        select coalesce(jsonb_agg(jsonb_build_object('item', id, 'quantity', quantity - refunded)), '[]')
        from public.order_items where order_id = p_order and refunded < quantity), private.shipping_to_refund(p_order) > 0, null);
    end loop;
    for turn in 1 .. 40 loop
      exit when not p_amounts or not pg_temp.give_back(p_order, p_by, null, false, null);
    end loop;
  end $$;`;

/** Orders of which the refunds are not what was paid, or whose credit notes are not the invoice, rate by rate. */
const wrong = (tx: Tx, orders: string[], end: boolean) => tx<{ id: string }[]>`
  with rates as (
    select i.order_id, i.kind, r.* from invoices i, jsonb_to_recordset(i.rates) r (rate numeric, net numeric, tax numeric, gross numeric)
    where i.order_id = any (${orders})),
  sums as (
    select order_id, rate,
      sum(net) filter (where kind = 'invoice') - coalesce(sum(net) filter (where kind = 'credit_note'), 0) as net,
      sum(tax) filter (where kind = 'invoice') - coalesce(sum(tax) filter (where kind = 'credit_note'), 0) as tax,
      min(least(net, tax, gross)) as least, bool_or(gross <> net + tax) as odd
    from rates group by 1, 2)
  select o.id, a.refunded_minor, a.amount_minor from orders o join payment_attempts a on a.order_id = o.id
  where o.id = any (${orders}) and (
    (${end} and (a.refunded_minor <> a.amount_minor or o.status <> 'Refunded'))
    or a.amount_minor <> (select sum(i.gross) * 100 from invoices i where i.order_id = o.id and i.kind = 'invoice')
    or o.refunded <> (select coalesce(sum(i.gross), 0) from invoices i where i.order_id = o.id and i.kind = 'credit_note')
    or exists (select from sums s where s.order_id = o.id and (
      s.least < 0 or s.odd or s.net is null or s.net < 0 or s.tax < 0 or (${end} and (s.net, s.tax) <> (0, 0)))))`;

/** Refunds twenty orders at a time: of parts, with amounts among them or not. */
async function refundAll(orders: number): Promise<void> {
  for (let part = 0; part < orders / 20; part += 1) {
    const amounts = part % 2 === 1;
    await rolledBack(async (tx) => {
      const administrator = await addAdministrator(tx);
      await tx.unsafe(work);
      await tx`select setseed(${(part + 1) / 100})`;
      const sold = await valuesOf<string>(tx`select pg_temp.sell() from generate_series(1, 20)`);
      await tx`set constraints all immediate`;
      await tx`select pg_temp.refund_by_chance(o, ${administrator}, ${amounts}) from unnest(${sold}::uuid[]) o`;
      expect(await wrong(tx, sold, false)).toEqual([]);
      await tx`select pg_temp.refund_the_rest(o, ${administrator}, ${amounts}) from unnest(${sold}::uuid[]) o`;
      expect(await wrong(tx, sold, true)).toEqual([]);
    });
  }
}

describe('whatever an order is refunded in, pieces, shipping or amounts', () => {
  test('the refunds end at what was paid and the credit notes at the invoice', () => refundAll(40));
  test(`so they do for ${runs} orders`, { tags: ['more'] }, () => refundAll(runs));
});

test('a failed refund is not repeated under its key after another refund', async ({ tx }) => {
  const administrator = await addAdministrator(tx);
  const { id: order } = await rowOf(
    tx`insert into orders (total_price, shipping) values (0, 5) returning id`,
  );
  const { id: item } =
    await rowOf(tx`insert into order_items (order_id, title, unit_price, quantity)
        values (${order}, 'Sock', 20, 1) returning id`);
  await tx`insert into payment_attempts (reference, order_id, amount_minor, currency, status)
      values ('paid', ${order}, 2500, 'USD', 'paid')`;
  await tx`update orders set status = 'Paid', payment_reference = 'paid' where id = ${order}`;
  for (const lines of [[{ item, quantity: 1 }], null]) {
    const start = (point: Tx, id: string) => point`
        select from start_refund(${id}, 'paid', 2500, 'USD', ${administrator}, 500,
          ${lines && JSON.stringify(lines)}::text::jsonb, true, ${lines === null})`;
    const [first, second] = [randomUUID(), randomUUID()];
    for (let time = 0; time < 2; time += 1) {
      await start(tx, first);
      await tx`select update_refund(${first}, 'failed')`;
    }
    await start(tx, second);
    await tx`select update_refund(${second}, 'processed')`;
    await expectRefusal(tx, 'already_refunded', (point) => start(point, first));
  }
});
