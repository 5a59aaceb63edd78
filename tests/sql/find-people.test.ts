import { afterAll, describe, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  connect,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import { addAdministrator, addCustomer, addProduct, placeOrder } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

interface Bought {
  firstname: string;
  title: string;
  price: string;
}

/** Four orders of one minute each, the last one newest, among those of the demo shop; asked as an administrator. */
async function withOrders(work: (tx: Tx, ids: Map<string, string>) => Promise<void>) {
  const bought: Bought[] = [
    { firstname: 'Zoë', title: 'Quorvine Overshirt', price: '30.00' },
    { firstname: 'Ymir', title: 'Plimbeck Trouser', price: '10.00' },
    { firstname: 'Xenia', title: 'Quorvine Trouser', price: '20.00' },
    { firstname: 'Wim', title: 'Café Snood', price: '40.00' },
  ];
  await rolledBack(sql, async (tx) => {
    const ids = new Map<string, string>();
    for (const [n, { firstname, title, price }] of bought.entries()) {
      await actAsOwner(tx);
      const customer = await addCustomer(tx, { firstname, address: `${n} Flurbine Row` });
      const product = await addProduct(tx, { title, price });
      await actAs(tx, customer);
      const { id } = await placeOrder(tx, [{ product, quantity: 1 }], price);
      ids.set(firstname, id);
      await actAsOwner(tx);
      await tx`update orders set created_at = now() + make_interval(mins => ${n}) where id = ${id}`;
    }
    await tx`update orders set status = 'Paid' where id = ${ids.get('Ymir') ?? ''}`;
    await actAs(tx, await addAdministrator(tx));
    await work(tx, ids);
  });
}

type Asked = Record<string, string | number | Date>;

async function find(tx: Tx, ids: Map<string, string>, asked: Asked) {
  const given = Object.entries(asked);
  const names = given.map(([name], i) => `p_${name} => $${i + 1}`).join(', ');
  const found = only(
    await tx.unsafe<{ ids: string[]; total: number }[]>(
      `select * from office.find_orders(${names})`,
      given.map(([, value]) => value),
    ),
  );
  const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
  return { names: found.ids.flatMap((id) => nameOf.get(id) ?? []), total: found.total };
}

describe('the list of orders', () => {
  test.each<[string, Asked, string[]]>([
    ['newest first', { q: 'flurbine' }, ['Wim', 'Xenia', 'Ymir', 'Zoë']],
    ['by title', { q: 'quorvine' }, ['Xenia', 'Zoë']],
    ['by every word', { q: 'TROUSER quorv' }, ['Xenia']],
    ['without accents', { q: 'cafe' }, ['Wim']],
    ['by name and price', { q: 'ymir $10.00' }, ['Ymir']],
    ['by status', { q: 'flurbine', statuses: 'Paid' }, ['Ymir']],
    ['by two statuses', { q: 'quorvine', statuses: 'Paid,Pending' }, ['Xenia', 'Zoë']],
    ['by price', { q: 'flurbine', sort: 'price-asc' }, ['Ymir', 'Xenia', 'Zoë', 'Wim']],
    ['by name', { q: 'flurbine', sort: 'user-desc' }, ['Zoë', 'Ymir', 'Xenia', 'Wim']],
    ['paid first', { q: 'trouser flurbine', sort: 'status-desc' }, ['Ymir', 'Xenia']],
    ['the second page', { q: 'flurbine', limit: 2, offset: 2 }, ['Ymir', 'Zoë']],
    ['past the end', { q: 'flurbine', limit: 3, offset: 900 }, ['Zoë']],
    ['signs alone', { q: '$ % _' }, []],
  ])('gives %s', async (_, asked, names) => {
    await withOrders(async (tx, ids) => {
      expect((await find(tx, ids, asked)).names).toEqual(names);
    });
  });

  test('counts what fits, and follows an order to the next', async () => {
    await withOrders(async (tx, ids) => {
      expect((await find(tx, ids, { q: 'flurbine', limit: 1 })).total).toBe(4);
      const xenia = ids.get('Xenia') ?? '';
      const { created_at } = only(
        await tx<{ created_at: string }[]>`
          select created_at::text from orders where id = ${xenia}`,
      );
      const rest = { q: 'flurbine', after_at: created_at, after_id: xenia };
      expect(await find(tx, ids, rest)).toEqual({ names: ['Ymir', 'Zoë'], total: null });
      const since = { q: 'flurbine', from: created_at };
      expect((await find(tx, ids, since)).names).toEqual(['Wim', 'Xenia']);
      const before = { q: 'flurbine', to: created_at };
      expect((await find(tx, ids, before)).names).toEqual(['Ymir', 'Zoë']);
    });
  });

  test('follows what is changed in an order', async () => {
    await withOrders(async (tx, ids) => {
      await actAsOwner(tx);
      const id = ids.get('Wim') ?? '';
      await tx`update order_items set title = 'Brindlecap' where order_id = ${id}`;
      await tx`update orders set address = '1 Vexling Road' where id = ${id}`;
      await actAs(tx, await addAdministrator(tx));
      expect((await find(tx, ids, { q: 'vexling brindlecap' })).names).toEqual(['Wim']);
      expect((await find(tx, ids, { q: 'snood flurbine' })).names).toEqual([]);
    });
  });
});

describe('the list of customers', () => {
  test.each<[string, string, string[]]>([
    ['newest first', `p_q => 'flurbine'`, ['Wim', 'Xenia', 'Ymir', 'Zoë']],
    ['by name and address', `p_q => 'zoe 0 flurbine'`, ['Zoë']],
    ['by name', `p_q => 'flurbine', p_sort => 'name-asc'`, ['Wim', 'Xenia', 'Ymir', 'Zoë']],
    [
      'by name, the last first',
      `p_q => 'flurbine', p_sort => 'name-desc'`,
      ['Zoë', 'Ymir', 'Xenia', 'Wim'],
    ],
    ['by country', `p_q => 'flurbine', p_sort => 'location-asc', p_limit => 1`, ['Zoë']],
    ['with unpaid orders', `p_q => 'flurbine', p_orders => 'unpaid'`, ['Wim', 'Xenia', 'Zoë']],
    ['with orders', `p_q => 'flurbine', p_orders => 'some', p_limit => 3, p_offset => 99`, ['Zoë']],
    ['without orders', `p_q => 'flurbine', p_orders => 'none'`, []],
    ['registered later', `p_q => 'flurbine', p_from => now() + interval '150 seconds'`, ['Wim']],
    ['registered earlier', `p_q => 'flurbine', p_to => now() + interval '30 seconds'`, ['Zoë']],
  ])('gives %s', async (_, asked, names) => {
    await withOrders(async (tx, orders) => {
      await actAsOwner(tx);
      await tx`update profiles p set created_at = o.created_at, country = o.firstname
        from orders o where o.user_id = p.id and o.id = any (${[...orders.values()]})`;
      await tx`update profiles set country = 'Anywhere' where firstname = 'Zoë'`;
      await actAs(tx, await addAdministrator(tx));
      const found = only(
        await tx.unsafe<{ ids: string[] }[]>(`select * from office.find_customers(${asked})`),
      );
      const people = await tx<{ id: string; firstname: string }[]>`
        select id, firstname from profiles where id = any (${found.ids})`;
      const nameOf = new Map(people.map(({ id, firstname }) => [id, firstname]));
      expect(found.ids.map((id) => nameOf.get(id))).toEqual(names);
    });
  });

  test('loses several at once, and never an administrator', async () => {
    await rolledBack(sql, async (tx) => {
      const [a, b] = [await addCustomer(tx), await addCustomer(tx)];
      const administrator = await addAdministrator(tx);
      await actAs(tx, administrator);
      const doomed = [a, b, administrator];
      expect(only(await tx`select office.delete_customers(${doomed}) as n`)).toEqual({ n: 2 });
      await actAsOwner(tx);
      const left = await tx`select id from auth.users where id = any (${doomed})`;
      expect(left.map((row) => row['id'])).toEqual([administrator]);
    });
  });
});

test('customers without orders are found, whatever happens to orders', async () => {
  await rolledBack(sql, async (tx) => {
    const customer = await addCustomer(tx, { firstname: 'Quillon' });
    const friend = await addCustomer(tx, { firstname: 'Quillon' });
    const administrator = await addAdministrator(tx);
    const product = await addProduct(tx, { price: '10.00' });
    const listed = async (orders: string) => {
      await actAs(tx, administrator);
      const { ids } = only(
        await tx<{ ids: string[] }[]>`
          select ids from office.find_customers(p_q => 'quillon', p_orders => ${orders})`,
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
    await tx`select office.restore_trash(${[trashed.id]}::uuid[])`;
    expect(await listed('none')).toEqual([customer]);
    await tx`delete from auth.users where id = ${friend}`;
    expect([await listed('none'), await listed('some')]).toEqual([[customer], []]);
    await actAs(tx, customer);
    await placeOrder(tx, [{ product, quantity: 1 }], '10.00');
    expect(await listed('none')).toEqual([]);
    // A table with triggers that wait for the commit, as those of invoices do, cannot be emptied.
    await tx`set constraints all immediate`;
    await tx`truncate orders cascade`;
    expect([await listed('none'), await listed('some')]).toEqual([[customer], []]);
  });
});

test('lists are for administrators', async () => {
  await rolledBack(sql, async (tx) => {
    await actAs(tx, await addCustomer(tx));
    for (const call of [
      'office.find_orders()',
      'office.find_customers()',
      `office.delete_customers('{}')`,
    ]) {
      const refusal = await refusalOf(tx, (point) => point.unsafe(`select * from ${call}`));
      expect([call, refusal]).toEqual([call, raised('not_an_administrator')]);
    }
  });
});
