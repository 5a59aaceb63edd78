import { expect } from 'vitest';
import { actAs, actAsOwner, test, type Tx } from './actors.ts';
import { rowOf } from './answers.ts';
import { actAsCustomer, addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';

const addNote = (tx: Tx, customer: string, note: string) =>
  tx`insert into customer_notes (user_id, note) values (${customer}, ${note})`;

const read = async (tx: Tx, customer: string) =>
  (await rowOf(tx`select office.read_customer(${customer}) as read`))['read'];

test('an administrator reads a customer with what was ordered, spent and noted', async ({ tx }) => {
  const administrator = await addAdministrator(tx);
  const customer = await addCustomer(tx);
  const product = await addProduct(tx);
  await actAs(tx, customer);
  const { id } = await placeOrder(tx, [{ product, quantity: 2 }], '40');
  await placeOrder(tx, [{ product, quantity: 1 }], '20');
  await actAsOwner(tx);
  await tx`update orders set status = 'Paid' where id = ${id}`;
  await tx`update administrators set firstname = 'Ida' where id = ${administrator}`;
  await actAs(tx, administrator);
  await addNote(tx, customer, 'Calls in the morning');
  expect(await read(tx, customer)).toMatchObject({
    customer: { id: customer },
    totals: { orders: 2, paid_orders: 1, spent: 40, last_order_at: expect.any(String) },
    notes: [{ note: 'Calls in the morning', author: 'Ida' }],
  });
  expect(await read(tx, administrator)).toBeNull();
  const [entry] = await tx`select action, label, actor from audit_log
      where table_name = 'customer_notes' order by id desc limit 1`;
  expect(entry).toEqual({ action: 'insert', label: 'Calls in the morning', actor: 'Ida' });
  // Notes are personal data: the customer may ask for them, and nobody else.
  await actAs(tx, customer);
  expect(await tx`select note from own_notes()`).toMatchObject([{ note: 'Calls in the morning' }]);
  await actAsCustomer(tx);
  expect(await tx`select note from own_notes()`).toHaveLength(0);
});

test('a deleted customer takes the notes along, from trash and audit trail too', async ({ tx }) => {
  const administrator = await addAdministrator(tx);
  const customer = await addCustomer(tx);
  await actAs(tx, administrator);
  await addNote(tx, customer, 'Pays late');
  await addNote(tx, customer, 'Prefers wool');
  await tx`select office.delete_records('customer_notes',
      array(select id from customer_notes where note = 'Pays late'))`;
  await tx`select office.delete_customers(${[customer]})`;
  await actAsOwner(tx);
  expect(await tx`select 1 from customer_notes where user_id = ${customer}`).toHaveLength(0);
  const trashed = await tx`select 1 from trash
      where kind = 'customer_notes' and contents #>> '{row,user_id}' = ${customer}`;
  expect(trashed).toHaveLength(0);
  const entries = await tx<{ kept: string }[]>`
      select concat(label, before, after) as kept from audit_log
      where table_name = 'customer_notes' and concat(before, after) ~ 'erased'`;
  expect(entries.length).toBeGreaterThan(2);
  const all = await tx<{ kept: string }[]>`
      select concat(label, before, after) as kept from audit_log where table_name = 'customer_notes'`;
  expect(all.map(({ kept }) => kept).join()).not.toMatch(/Pays late|Prefers wool/);
});
