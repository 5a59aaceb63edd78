import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, asOwner, sql, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';

interface Entry {
  actor_id: string | null;
  actor_role: string;
  actor: string;
  action: string;
  record_id: string | null;
  label: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Gives what is in the trail about a table since the last look, oldest first, whoever acts. */
async function trail(tx: Tx) {
  const newest = () =>
    asOwner(tx, () => valueOf<string>(tx`select coalesce(max(id), 0) from audit_log`));
  let last = await newest();
  return async (table: string) => {
    const entries = await asOwner(
      tx,
      () => tx<Entry[]>`
      select actor_id, actor_role, actor, action, record_id, label, before, after
      from audit_log where id > ${last} and table_name = ${table} order by id`,
    );
    last = await newest();
    return [...entries];
  };
}

/** Carts and address books are the shoppers' own and change at every click, and invoices never do; orders of other shops come from files, which can be imported again; invitations end by themselves; the rest is machinery, and copies of what the trail has. */
const withoutTrail = [
  ...[
    'addresses',
    'audit_log',
    'cart_departures',
    'cart_drafts',
    'cart_items',
    'catalogue_changes',
  ],
  ...[
    'company_invitations',
    'countries',
    'custom_values',
    'imported_orders',
    'invoices',
    'mail_outbox',
    'missing_pages',
  ],
  // Values of custom fields are in the trail as changes of their records. Of variants all but the stock, which has its ledger. Views belong to one administrator. Versions are of pages, which are there.
  ...[
    'notifications_seen',
    'opening_requests',
    'page_versions',
    'parcel_lines',
    'product_prices',
    'product_variants',
  ],
  'rate_limits',
  ...['refund_lines', 'return_lines', 'saved_views', 'stock_holds', 'stock_movements'],
  ...['stock_requests', 'trash', 'visitors', 'voucher_uses', 'wish_list_items'],
  'wish_list_links',
];

test('every table of the business is under the trail, whoever writes to it', async () => {
  const open = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and 4 > (select count(*) from pg_trigger t where t.tgrelid = c.oid
        and t.tgfoid = 'private.write_audit_log()'::regprocedure and t.tgenabled = 'O')
    order by 1`;
  expect(open.map(({ name }) => name)).toEqual(withoutTrail);
});

describe('the audit trail', () => {
  test('records what an administrator changed, before and after', async ({ tx }) => {
    const administrator = await addAdministrator(tx);
    const product = await addProduct(tx, { title: 'Coat', price: '20.00' });
    const noted = await trail(tx);
    await actAs(tx, administrator);
    await tx`update products set price = 25.5, sizes = '{M}' where id = ${product}`;
    expect(await noted('products')).toEqual([
      {
        ...{ actor_id: administrator, actor_role: 'administrator', actor: 'Ida' },
        ...{ action: 'update', record_id: product, label: 'Coat' },
        before: { price: 20, sizes: [] },
        after: { price: 25.5, sizes: ['M'] },
      },
    ]);
  });

  test('records manual SQL, and keeps complete deleted rows', async ({ tx }) => {
    const noted = await trail(tx);
    const product = await addProduct(tx, { title: 'Coat' });
    await tx`delete from products where id = ${product}`;
    expect(await noted('products')).toMatchObject([
      { actor_id: null, actor_role: 'database', actor: 'postgres', action: 'insert' },
      { action: 'delete', record_id: product, before: { title: 'Coat', price: 20 }, after: null },
    ]);
    await tx`truncate banners`;
    expect(await noted('banners')).toMatchObject([{ action: 'truncate', record_id: null }]);
  });

  test('says nothing where nothing changed', async ({ tx }) => {
    const product = await addProduct(tx);
    const noted = await trail(tx);
    await tx`update products set price = price, search = '' where id = ${product}`;
    expect(await noted('products')).toEqual([]);
  });

  test('notes each of many records, and a record whose key was changed', async ({ tx }) => {
    const products = await Promise.all([addProduct(tx), addProduct(tx), addProduct(tx)]);
    const noted = await trail(tx);
    await tx`update products set price = 3 where id = any(${products})`;
    expect((await noted('products')).map((it) => it.record_id).sort()).toEqual(products.sort());
    const [first = ''] = products;
    const id = randomUUID();
    await tx`update products set id = ${id} where id = ${first}`;
    expect((await noted('products')).map((it) => [it.action, it.record_id]).sort()).toEqual([
      ['delete', first],
      ['insert', id],
    ]);
  });

  test('knows customers, visitors and the shop’s own functions apart', async ({ tx }) => {
    const customer = await addCustomer(tx);
    const product = await addProduct(tx);
    const noted = await trail(tx);
    await actAs(tx, customer);
    const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
    expect(await noted('orders')).toMatchObject([
      { actor_role: 'customer', actor: 'Ida Brook', label: 'Ida Brook' },
    ]);
    await actAsService(tx);
    await tx`select add_contact_message('Ida', 'Brook', 'a@test.example', 'Hello')`;
    expect(await noted('contact_messages')).toMatchObject([
      { actor_id: null, actor_role: 'visitor', actor: 'anon' },
    ]);
    await tx`select add_review(${customer}, ${product}, 5, 'Warm')`;
    const review = { actor_id: customer, actor_role: 'customer' };
    expect(await noted('reviews')).toMatchObject([review]);
    await actAsService(tx);
    await tx`update orders set status = 'Paid' where id = ${id}`;
    const paid = { actor_role: 'service', after: { status: 'Paid' } };
    expect(await noted('orders')).toMatchObject([paid]);
  });

  test('keeps no secret and nothing of a card', async ({ tx }) => {
    const customer = await addCustomer(tx);
    const product = await addProduct(tx);
    const noted = await trail(tx);
    await actAs(tx, customer);
    const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '20', { key: 'a-secret-key' });
    const order = await noted('orders');
    await actAsOwner(tx);
    await tx`insert into payment_attempts (reference, order_id, amount_minor, currency, authorization_url)
      values ('trail-1', ${id}, 2000, 'USD', 'https://pay.example/secret')`;
    const attempts = await noted('payment_attempts');
    await tx`insert into payment_events (id, reference, payload)
      values (${randomUUID()}, 'trail-1', '{"authorization": {"last4": "4081"}}')`;
    const events = await noted('payment_events');
    expect([order.length, attempts.length, events.length]).toEqual([1, 1, 1]);
    expect(JSON.stringify([order, attempts, events])).not.toMatch(/secret|4081/);
  });

  test('forgets the values of a deleted customer, not that there was one', async ({ tx }) => {
    const customer = await addCustomer(tx, { firstname: 'Ottoline' });
    await tx`update profiles set phone = '0123' where id = ${customer}`;
    await tx`delete from auth.users where id = ${customer}`;
    const entries = await tx<Entry[]>`
        select action, label, before, after from audit_log where record_id = ${customer} order by id`;
    expect(entries.map((it) => it.action)).toEqual(['insert', 'update', 'delete']);
    expect(entries[1]).toMatchObject({ label: '', before: { phone: '[erased]' } });
    expect(JSON.stringify(entries)).not.toMatch(/Ottoline|0123/);
  });
});

test('a change through the API bears the id of its request, one by hand none', async ({ tx }) => {
  const headers = JSON.stringify({ 'x-request-id': 'abcdef12-3456-7890' });
  await tx`select set_config('request.headers', ${headers}, true)`;
  const product = await addProduct(tx);
  await tx`select set_config('request.headers', '', true)`;
  await tx`update products set price = 9 where id = ${product}`;
  const rows = await tx<{ request_id: string | null }[]>`
      select request_id from audit_log where record_id = ${product} order by id`;
  expect(rows.map((it) => it.request_id)).toEqual(['abcdef12-3456-7890', null]);
});
