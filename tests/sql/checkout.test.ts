import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, test, type Tx } from './actors.ts';
import { rowOf } from './answers.ts';
import { expectRefusal, raised, refusalOf } from './refusals.ts';
import { actAsCustomer, addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, settle } from './orders.ts';

interface CheckedOut {
  size?: string | null;
  quantity?: number;
  replaces?: string[];
}

describe('the checkout of the shop', () => {
  const address = { address: '4 Mill Lane', country: 'Ireland' };
  const checkOut = (
    tx: Tx,
    product: string,
    { size = 'M', quantity = 1, replaces = [] }: CheckedOut = {},
  ) =>
    tx<{ it: { order: { id: string }; attempt: object | null } }[]>`
      select place_order_to_pay(
        ${JSON.stringify([{ product, quantity, size }])}::text::jsonb, ${20 * quantity},
        'ida@brook.example', ${crypto.randomUUID()}, ${JSON.stringify({ checkout: true, replaces })}::text::jsonb) as it`;

  test('asks for an address, and for the size where there is one to choose', async ({ tx }) => {
    const product = await addProduct(tx, { sizes: ['M', 'L'] });
    await actAsCustomer(tx);
    await expectRefusal(tx, 'no_address', (point) => checkOut(point, product));
    await actAsCustomer(tx, address);
    await expectRefusal(tx, 'choice_missing', (point) => checkOut(point, product, { size: null }));
    expect((await rowOf(checkOut(tx, product))).it.attempt).not.toBeNull();
  });

  test('makes one Pending order of a cart, and another once that is cancelled', async ({ tx }) => {
    const product = await addProduct(tx);
    await actAsCustomer(tx, address);
    const first = (await rowOf(checkOut(tx, product))).it;
    expect((await rowOf(checkOut(tx, product))).it).toMatchObject({
      order: { id: first.order.id },
      attempt: null,
    });
    const cancelled = await tx`select cancel_order(${first.order.id}) as it`;
    expect(cancelled).toMatchObject([{ it: { status: 'Cancelled' } }]);
    const again = (point: Tx) => point`select cancel_order(${first.order.id})`;
    await expectRefusal(tx, 'not_pending', again);
    expect((await rowOf(checkOut(tx, product))).it.order.id).not.toBe(first.order.id);
  });

  test('puts the order of a changed cart in the place of the unpaid one only', async ({ tx }) => {
    const product = await addProduct(tx);
    const other = await addCustomer(tx, address);
    const customer = await addCustomer(tx, address);
    await actAs(tx, other);
    const others = (await rowOf(checkOut(tx, product))).it.order.id;
    await actAs(tx, customer);
    const apart = await placeOrder(tx, [{ product, quantity: 1 }], '20');
    const first = (await rowOf(checkOut(tx, product))).it.order.id;
    // Whoever calls has to ask the provider about it first.
    const two = { quantity: 2 };
    await expectRefusal(tx, 'open_order', (point) => checkOut(point, product, two));
    const replaced = { ...two, replaces: [first, others, apart.id] };
    const second = (await rowOf(checkOut(tx, product, replaced))).it;
    expect(second.attempt).not.toBeNull();
    await actAsOwner(tx);
    const orders = await tx`select id, status from orders
        where id in ${tx([others, apart.id, first, second.order.id])} order by created_at, status`;
    expect(Object.fromEntries(orders.map(({ id, status }) => [id, status]))).toEqual({
      [others]: 'Pending',
      [apart.id]: 'Pending',
      [first]: 'Cancelled',
      [second.order.id]: 'Pending',
    });
    await actAsService(tx);
    expect(await settle(tx, `${first}.1`, 2000)).toBe('held');
    expect(await settle(tx, `${second.order.id}.1`, 4000)).toBe('paid');
  });

  test('knows orders that the office cancelled, and those held when paid', async ({ tx }) => {
    const product = await addProduct(tx);
    const administrator = await addAdministrator(tx);
    await actAsCustomer(tx, address);
    const { id } = (await rowOf(checkOut(tx, product))).it.order;
    await actAs(tx, administrator);
    const cancel = async () =>
      await rowOf(tx`select office.cancel_orders(${[id, crypto.randomUUID()]}::uuid[]) as n`);
    expect(await cancel()).toEqual({ n: 1 });
    expect(await cancel()).toEqual({ n: 0 });
    await actAsService(tx);
    expect(await settle(tx, `${id}.1`, 2000)).toBe('held');
  });
});

test('an order with another total, or one that cannot be sent, is refused', async ({ tx }) => {
  const coat = await addProduct(tx, { price: '100.00' });
  const customer = await addCustomer(tx, { country: 'Norway' });
  const far = await addCustomer(tx, { country: 'Chile' });
  await tx`with zone as (insert into shipping_zones (name, countries) values ('North', '{NO}') returning id)
      insert into shipping_methods (zone_id, name, price) select id, 'Letter', 5 from zone`;
  const order = (amount: string) =>
    refusalOf(tx, (at) => placeOrder(at, [{ product: coat, quantity: 1 }], amount));
  await actAs(tx, customer);
  expect(await order('100.00')).toEqual(raised('amount_differs'));
  expect((await placeOrder(tx, [{ product: coat, quantity: 1 }], '105.00')).total_price).toBe(
    '105.00',
  );
  await actAs(tx, far);
  expect(await order('100.00')).toEqual(raised('not_delivered'));
});
