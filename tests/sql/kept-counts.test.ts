import { afterAll, expect, test } from 'vitest';
import { actAs, actAsOwner, connect, only, rolledBack, type Tx } from './actors.ts';
import { addAdministrator, addCustomer, addProduct, placeOrder } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

/** As kept, and as counted: what they differ by. */
async function differences(tx: Tx) {
  await actAsOwner(tx);
  return only(
    await tx<Record<string, number>[]>`
      select
        (private.kept_count('orders') - (select count(*) from orders))::int as orders,
        (private.kept_count('orders', '{Pending}')
          - (select count(*) from orders where status = 'Pending'))::int as pending,
        (private.kept_count('orders', '{Paid,Held}')
          - (select count(*) from orders where status in ('Paid', 'Held')))::int as settled,
        (private.kept_count('profiles') - (select count(*) from profiles))::int as customers,
        (private.kept_count('contact_messages', '{unread}')
          - (select count(*) from contact_messages where read_at is null))::int as unread,
        (private.kept_count('products', '{OutofStock with pictures,OutofStock without pictures}')
          - (select count(*) from products where availability = 'OutofStock'))::int as sold_out,
        (private.kept_count('products', '{InStock without pictures,OutofStock without pictures}')
          - (select count(*) from products where images = '{}'))::int as bare`,
  );
}

const none = {
  orders: 0,
  pending: 0,
  settled: 0,
  customers: 0,
  unread: 0,
  sold_out: 0,
  bare: 0,
};

test('are right after whatever happens to what they count', async () => {
  await rolledBack(
    sql,
    async (tx) => {
      expect(await differences(tx)).toEqual(none);
      const customer = await addCustomer(tx);
      const product = await addProduct(tx, { price: '10.00' });
      await tx`insert into contact_messages (email, message)
        select 'a@b.example', 'Hello ' || n from generate_series(1, 30) n`;
      await actAs(tx, customer);
      const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '10.00');
      await placeOrder(tx, [{ product, quantity: 1 }], '10.00');
      expect(await differences(tx)).toEqual(none);
      await tx`update orders set status = 'Paid' where id = ${id}`;
      await tx`update contact_messages set read_at = now() where message like 'Hello 1%'`;
      await tx`update products set availability = 'OutofStock', images = '{a.webp}' where id = ${product}`;
      expect(await differences(tx)).toEqual(none);
      await tx`delete from orders where id = ${id}`;
      await tx`delete from products where id = ${product}`;
      await tx`delete from contact_messages where message like 'Hello 2%'`;
      await tx`delete from auth.users where id = ${customer}`;
      expect(await differences(tx)).toEqual(none);
    },
    'isolation level repeatable read',
  );
});

test('are summed up when there are many of them, and stay the same', async () => {
  await rolledBack(sql, async (tx) => {
    for (let n = 0; n < 140; n += 1) {
      await tx`insert into contact_messages (email, message) values ('a@b.example', ${`No. ${n}`})`;
    }
    const { rows } = only(
      await tx<{ rows: number }[]>`
        select count(*)::int as rows from private.record_counts where what = 'contact_messages unread'`,
    );
    expect(rows).toBeLessThan(140);
    await tx`delete from contact_messages where message like 'No. %'`;
    expect((await differences(tx))['unread']).toBe(0);
  });
});

test('make no writer wait for another', async () => {
  const other = connect();
  const writer = 'counted-twice@test.example';
  const unread = async (tx: Tx) =>
    only(await tx<{ many: number }[]>`select private.kept_count('contact_messages')::int as many`)
      .many;
  try {
    await sql.begin(async (one) => {
      const before = await unread(one);
      await one`insert into contact_messages (email, message) select ${writer}, n::text
        from generate_series(1, 3) n`;
      await one`select private.sum_up_counts()`;
      await other.begin(async (two) => {
        await two`set local lock_timeout = '10s'`;
        await two`insert into contact_messages (email, message) values (${writer}, 'Hello')`;
        await two`select private.sum_up_counts()`;
      });
      expect((await unread(one)) - before).toBeGreaterThanOrEqual(4);
    });
  } finally {
    await sql`delete from contact_messages where email = ${writer}`;
    await other.end();
  }
});

test('tell who has never ordered, whatever becomes of the orders', async () => {
  await rolledBack(sql, async (tx) => {
    const customer = await addCustomer(tx, { firstname: 'Quillon' });
    const friend = await addCustomer(tx, { firstname: 'Quillon' });
    const administrator = await addAdministrator(tx);
    const product = await addProduct(tx, { price: '10.00' });
    const listed = async (orders: string) => {
      await actAs(tx, administrator);
      const { ids } = only(
        await tx<{ ids: string[] }[]>`
          select ids from find_customers(p_q => 'quillon', p_orders => ${orders})`,
      );
      await actAsOwner(tx);
      return ids.toSorted();
    };
    const both = [customer, friend].toSorted();
    expect([await listed('none'), await listed('some')]).toEqual([both, []]);
    await actAs(tx, customer);
    const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '10.00');
    expect([await listed('none'), await listed('some')]).toEqual([[friend], [customer]]);
    expect(await listed('unpaid')).toEqual([customer]);
    await tx`update orders set status = 'Paid' where id = ${id}`;
    expect([await listed('unpaid'), await listed('some')]).toEqual([[], [customer]]);
    await tx`update orders set user_id = ${friend} where id = ${id}`;
    expect([await listed('none'), await listed('some')]).toEqual([[customer], [friend]]);
    await tx`delete from orders where id = ${id}`;
    expect([await listed('none'), await listed('some')]).toEqual([both, []]);
    const trashed = only(await tx<{ id: string }[]>`select id from trash where record_id = ${id}`);
    await actAs(tx, administrator);
    await tx`select restore_trash(${[trashed.id]}::uuid[])`;
    expect(await listed('none')).toEqual([customer]);
    await tx`delete from auth.users where id = ${friend}`;
    expect([await listed('none'), await listed('some')]).toEqual([[customer], []]);
    await actAs(tx, customer);
    await placeOrder(tx, [{ product, quantity: 1 }], '10.00');
    expect(await listed('none')).toEqual([]);
    await tx`truncate orders cascade`;
    expect([await listed('none'), await listed('some')]).toEqual([[customer], []]);
  });
});

test('are none after all orders were taken away, also while another writer sums up', async () => {
  const [emptier, writer] = [connect(), connect()];
  const letGo = Promise.withResolvers<null>();
  const summed = Promise.withResolvers<null>();
  try {
    // Rows that change nothing, but are enough to be summed up.
    await sql`insert into private.record_counts (what, many)
      select 'orders Pending', case when n % 2 = 0 then 1 else -1 end from generate_series(1, 40) n`;
    const writing = writer.begin(async (tx) => {
      await tx`select private.sum_up_counts()`;
      summed.resolve(null);
      await letGo.promise;
    });
    await summed.promise;
    await rolledBack(emptier, async (tx) => {
      await tx`set local lock_timeout = '10s'`;
      await tx`truncate orders cascade`;
      letGo.resolve(null);
      await writing;
      expect(await differences(tx)).toEqual(none);
    });
  } finally {
    letGo.resolve(null);
    await emptier.end();
    await writer.end();
  }
});
