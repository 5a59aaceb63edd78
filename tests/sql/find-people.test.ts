import { describe, expect } from 'vitest';
import { actAs, actAsOwner, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { actAsAdministrator, actAsCustomer, addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';

/** Four orders of one day each, the last one newest, among those of the demo shop; asked as an administrator. */
const test = base.extend('ids', async ({ tx }) => {
  const ids = new Map<string, string>();
  for (const [n, { firstname, title, price }] of [
    { firstname: 'Zoë', title: 'Quorvine Overshirt', price: '30.00' },
    { firstname: 'Ymir', title: 'Plimbeck Trouser', price: '10.00' },
    { firstname: 'Xenia', title: 'Quorvine Trouser', price: '20.00' },
    { firstname: 'Wim', title: 'Café Snood', price: '40.00' },
  ].entries()) {
    await actAsOwner(tx);
    const product = await addProduct(tx, { title, price });
    await actAsCustomer(tx, { firstname, address: `${n} Flurbine Row` });
    const { id } = await placeOrder(tx, [{ product, quantity: 1 }], price);
    ids.set(firstname, id);
    await actAsOwner(tx);
    await tx`update orders set created_at = now() + make_interval(days => ${n}) where id = ${id}`;
  }
  await tx`update orders set status = 'Paid' where id = ${ids.get('Ymir') ?? ''}`;
  await actAsAdministrator(tx);
  return ids;
});

type Asked = Record<string, string | number | Date>;

async function find(tx: Tx, ids: Map<string, string>, asked: Asked) {
  const given = Object.entries(asked);
  const names = given.map(([name], i) => `p_${name} => $${i + 1}`).join(', ');
  const found = await rowOf(
    tx.unsafe<{ ids: string[]; total: number }[]>(
      `select * from office.find_orders(${names})`,
      given.map(([, value]) => value),
    ),
  );
  const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
  return { names: found.ids.flatMap((id) => nameOf.get(id) ?? []), total: found.total };
}

describe('the list of orders', () => {
  test('is searched and filtered', async ({ tx, ids }) => {
    for (const [asked, ...names] of [
      [{ q: 'flurbine' }, 'Wim', 'Xenia', 'Ymir', 'Zoë'],
      [{ q: 'quorvine' }, 'Xenia', 'Zoë'],
      [{ q: 'TROUSER quorv' }, 'Xenia'],
      [{ q: 'cafe' }, 'Wim'],
      [{ q: 'ymir $10.00' }, 'Ymir'],
      [{ q: 'flurbine', statuses: 'Paid' }, 'Ymir'],
      [{ q: 'quorvine', statuses: 'Paid,Pending' }, 'Xenia', 'Zoë'],
      [{ q: 'trouser flurbine', sort: 'status-desc' }, 'Ymir', 'Xenia'],
      [{ q: 'flurbine', limit: 2, offset: 2 }, 'Ymir', 'Zoë'],
      [{ q: 'flurbine', limit: 3, offset: 900 }, 'Zoë'],
      [{ q: '$ % _' }],
    ] satisfies [Asked, ...string[]][]) {
      expect([asked, (await find(tx, ids, asked)).names]).toEqual([asked, names]);
    }
  });

  test('counts what fits, and follows an order to the next', async ({ tx, ids }) => {
    expect((await find(tx, ids, { q: 'flurbine', limit: 1 })).total).toBe(4);
    const xenia = ids.get('Xenia') ?? '';
    const created_at = await valueOf<string>(tx`
          select created_at::text from orders where id = ${xenia}`);
    const rest = { q: 'flurbine', after_at: created_at, after_id: xenia };
    expect(await find(tx, ids, rest)).toEqual({ names: ['Ymir', 'Zoë'], total: null });
    const dayOf = (days: number) => valueOf<string>(tx`select (current_date + ${days}::int)::text`);
    const since = { q: 'flurbine', from: await dayOf(2) };
    expect((await find(tx, ids, since)).names).toEqual(['Wim', 'Xenia']);
    const before = { q: 'flurbine', to: await dayOf(1) };
    expect((await find(tx, ids, before)).names).toEqual(['Ymir', 'Zoë']);
  });

  test('follows what is changed in an order', async ({ tx, ids }) => {
    await actAsOwner(tx);
    const id = ids.get('Wim') ?? '';
    await tx`update order_items set title = 'Brindlecap' where order_id = ${id}`;
    await tx`update orders set address = '1 Vexling Road' where id = ${id}`;
    await actAsAdministrator(tx);
    expect((await find(tx, ids, { q: 'vexling brindlecap' })).names).toEqual(['Wim']);
    expect((await find(tx, ids, { q: 'snood flurbine' })).names).toEqual([]);
  });
});

describe('the list of customers', () => {
  test('is searched, filtered and sorted', async ({ tx, ids }) => {
    await actAsOwner(tx);
    await tx`update profiles p set created_at = o.created_at, country = o.firstname
      from orders o where o.user_id = p.id and o.id = any (${[...ids.values()]})`;
    await tx`update profiles set country = 'Anywhere' where firstname = 'Zoë'`;
    await actAsAdministrator(tx);
    for (const [asked, ...names] of [
      [`'flurbine'`, 'Wim', 'Xenia', 'Ymir', 'Zoë'],
      [`'zoe 0 flurbine'`, 'Zoë'],
      [`'flurbine', p_sort => 'name-asc'`, 'Wim', 'Xenia', 'Ymir', 'Zoë'],
      [`'flurbine', p_sort => 'name-desc'`, 'Zoë', 'Ymir', 'Xenia', 'Wim'],
      [`'flurbine', p_sort => 'location-asc', p_limit => 1`, 'Zoë'],
      [`'flurbine', p_orders => 'unpaid'`, 'Wim', 'Xenia', 'Zoë'],
      [`'flurbine', p_orders => 'some', p_limit => 3, p_offset => 99`, 'Zoë'],
      [`'flurbine', p_orders => 'none'`],
      [`'flurbine', p_from => current_date + 3`, 'Wim'],
      [`'flurbine', p_to => current_date`, 'Zoë'],
    ]) {
      const found = await tx.unsafe<{ firstname: string }[]>(`
        select p.firstname from office.find_customers(p_q => ${asked}) f,
          unnest(f.ids) with ordinality u (id, place) join profiles p on p.id = u.id order by place`);
      expect(
        found.map((it) => it.firstname),
        asked,
      ).toEqual(names);
    }
  });

  test('loses several at once, and never an administrator', async ({ tx }) => {
    const [a, b] = [await addCustomer(tx), await addCustomer(tx)];
    const administrator = await actAsAdministrator(tx);
    const doomed = [a, b, administrator];
    expect(await valueOf(tx`select office.delete_customers(${doomed})`)).toBe(2);
    await actAsOwner(tx);
    const left = await tx`select id from auth.users where id = any (${doomed})`;
    expect(left.map((row) => row['id'])).toEqual([administrator]);
  });
});

test('customers without orders are found, whatever happens to orders', async ({ tx }) => {
  const customer = await addCustomer(tx, { firstname: 'Quillon' });
  const friend = await addCustomer(tx, { firstname: 'Quillon' });
  const administrator = await addAdministrator(tx);
  const product = await addProduct(tx, { price: '10.00' });
  const listed = async (orders: string) => {
    await actAs(tx, administrator);
    const ids = await valueOf<string[]>(tx`
          select ids from office.find_customers(p_q => 'quillon', p_orders => ${orders})`);
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
  const trashed = await valueOf<string>(tx`select id from trash where record_id = ${id}`);
  await actAs(tx, administrator);
  await tx`select office.restore_trash(${[trashed]}::uuid[])`;
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
