import { describe, expect } from 'vitest';
import { functionVariables } from '#shared/environment.ts';
import { factsOfAll } from '#shared/payments/providers.ts';
import { paymentVariables } from '#shared/payments/variables.ts';
import { actAs, actAsOwner, actAsService, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { expectRefusal, refusalOf } from './refusals.ts';
import { actAsAdministrator, actAsCustomer, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, startPayment } from './orders.ts';

const test = base.extend('shop', async ({ tx }) => {
  const customer = await addCustomer(tx);
  /** A product of this price. */
  const sell = async (price: string) => {
    await actAsOwner(tx);
    const product = await addProduct(tx, { price });
    await actAs(tx, customer);
    return product;
  };
  return { customer, sell };
});

/** As the site's own API places it, with the first try to pay. */
const placeToPay = (tx: Tx, product: string, amount: string, key: string | null = null) =>
  valueOf<{ order: Record<string, unknown>; attempt: Record<string, unknown> | null }>(tx`
      select place_order_to_pay(
        ${JSON.stringify([{ product, quantity: 1 }])}::text::jsonb, ${amount}, 'ida@test.example', ${key})`);

const tell = async (tx: Tx, settings: object) => {
  await actAsService(tx);
  await tx`select save_function_settings(${JSON.stringify(settings)}::text::jsonb)`;
};

const orderOf = async (tx: Tx, id: unknown) =>
  await rowOf(tx<{ status: string; reference: string | null; paid: boolean }[]>`
      select status, payment_reference as reference, paid_at is not null as paid
      from orders where id = ${String(id)}`);

const tooMany = { code: 'PT429', detail: 'too_many_tries' };

describe('the rate of orders', () => {
  test('lets thirty a minute of one customer pass; others go on', async ({ tx, shop }) => {
    const { sell } = shop;
    const coat = await sell('20.00');
    const place = (key: string | null = null) =>
      placeOrder(tx, [{ product: coat, quantity: 1 }], '20', { key });
    await place('the first');
    // A repeat is no order, and what is refused is none either.
    for (let n = 0; n < 5; n += 1) await place('the first');
    const cheaper = (point: Tx) => placeOrder(point, [{ product: coat, quantity: 1 }], '19');
    await expectRefusal(tx, 'amount_differs', cheaper);
    for (let n = 0; n < 29; n += 1) await place();
    await expect(tx.savepoint(() => place())).rejects.toMatchObject({
      ...tooMany,
      hint: expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) as string,
    });
    await place('the first');
    expect(await valueOf(tx`select order_count()`)).toBe(30);
    await actAsCustomer(tx);
    await place();
  });

  test('counts new tries to pay too, in their own right', async ({ tx, shop: { sell } }) => {
    const { order } = await placeToPay(tx, await sell('20.00'), '20');
    await actAsService(tx);
    for (let n = 0; n < 30; n += 1) await startPayment(tx, String(order['id']));
    expect(await refusalOf(tx, (point) => startPayment(point, String(order['id'])))).toEqual(
      tooMany,
    );
  });

  test('follows what the functions tell', async ({ tx, shop: { customer, sell } }) => {
    const coat = await sell('20.00');
    await tell(tx, { LIMIT_ORDER: 1 });
    await actAs(tx, customer);
    await placeOrder(tx, [{ product: coat, quantity: 1 }], '20');
    const again = (point: Tx) => placeOrder(point, [{ product: coat, quantity: 1 }], '20');
    expect(await refusalOf(tx, again)).toEqual(tooMany);
  });
});

describe('a total', () => {
  test('under the smallest amount of its currency is refused', async ({ tx, shop }) => {
    const { sell } = shop;
    const [button, ribbon] = [await sell('1.99'), await sell('2.00')];
    const ways: ((point: Tx) => Promise<unknown>)[] = [
      (point) => placeOrder(point, [{ product: button, quantity: 1 }], '1.99'),
      (point) => placeToPay(point, button, '1.99'),
    ];
    for (const place of ways) {
      await expectRefusal(tx, 'below_minimum', place);
      await expect(tx.savepoint(place)).rejects.toThrow('by card is $2.00.');
    }
    expect(await valueOf(tx`select order_count()`)).toBe(0);
    await placeToPay(tx, ribbon, '2.00');

    const payable = (point: Tx) => point`select private.require_payable(1.99, 'NGN')`;
    await actAsOwner(tx);
    await payable(tx);
    await tell(tx, { PAYMENT_PROVIDERS: { paystack: { mode: 'live', minimums: { NGN: 100.5 } } } });
    await actAsOwner(tx);
    await expect(tx.savepoint(payable)).rejects.toThrow('by card is NGN 100.50.');
  });

  test('of an older order, too small, is reported at the next try to pay', async ({ tx, shop }) => {
    const { sell } = shop;
    const { order } = await placeToPay(tx, await sell('20.00'), '20');
    await actAsService(tx);
    await tx`update order_items set unit_price = 1 where order_id = ${String(order['id'])}`;
    const pay = (point: Tx) => startPayment(point, String(order['id']));
    await expectRefusal(tx, 'below_minimum', pay);
  });

  test('of nothing is Paid at once, and empties the cart of its lines', async ({ tx, shop }) => {
    const { sell } = shop;
    const sample = await sell('0.00');
    await tx`select add_to_cart(${sample})`;
    const { order, attempt } = await placeToPay(tx, sample, '0', 'key');
    const reference = `${String(order['id'])}.1`;
    expect(attempt).toBeNull();
    expect(order).toMatchObject({ status: 'Paid', payment_reference: reference });
    expect(await placeToPay(tx, sample, '0', 'key')).toEqual({
      ...{ order, attempt: null, refusal: null },
    });
    expect(await valueOf(tx`select read_cart()`)).toEqual([]);
    expect(await orderOf(tx, order['id'])).toEqual({ status: 'Paid', reference, paid: true });
    expect(await valueOf(tx`select read_own_payment(${reference}) ->> 'id'`)).toEqual(order['id']);

    await actAsService(tx);
    expect(
      await tx`select from paid_orders_without_payment where id = ${String(order['id'])}`,
    ).toHaveLength(0);
    const trail = await tx`select actor_role, table_name, after ->> 'status' as status
        from audit_log where record_id in (${String(order['id'])}, ${reference}) order by id`;
    expect(trail).toEqual([
      { actor_role: 'customer', table_name: 'orders', status: 'Paid' },
      { actor_role: 'customer', table_name: 'payment_attempts', status: 'paid' },
    ]);
  });

  test('that was edited down to nothing is Paid by the next try', async ({ tx, shop }) => {
    const { sell } = shop;
    const { order } = await placeToPay(tx, await sell('20.00'), '20');
    await actAsService(tx);
    await tx`update order_items set unit_price = 0 where order_id = ${String(order['id'])}`;
    const reference = await startPayment(tx, String(order['id']));
    expect(await orderOf(tx, order['id'])).toEqual({ status: 'Paid', reference, paid: true });
    const more = (point: Tx) => startPayment(point, String(order['id']));
    await expectRefusal(tx, 'not_pending', more);
  });
});

test('an order names its newest try to pay, and is found by it', async ({ tx, shop }) => {
  const { sell } = shop;
  const { order, attempt } = await placeToPay(tx, await sell('20.00'), '20');
  const id = String(order['id']);
  expect(order['payment_reference']).toBe(attempt?.['reference']);
  await actAsService(tx);
  const second = await startPayment(tx, id);
  expect((await orderOf(tx, id)).reference).toBe(second);
  await actAsAdministrator(tx);
  const found = await tx`select ids from office.find_orders(p_q => ${second})`;
  expect(found).toMatchObject([{ ids: [id] }]);
});

test('until a function has told anything, SQL goes by what is usual', async ({ tx }) => {
  const usual = {
    LIMIT_ORDER: functionVariables.shape.LIMIT_ORDER.parse(undefined),
    ...paymentVariables.parse({ PAYSTACK_SECRET_KEY: 'sk_test_' }),
  };
  // As the migration left it, whatever the functions of this stack have told since.
  const rows = await tx`select name, value from private.function_settings order by name`;
  expect(rows).toEqual([
    { name: 'LIMIT_ORDER', value: usual.LIMIT_ORDER },
    { name: 'PAYMENT_PROVIDERS', value: { paystack: factsOfAll(usual)['paystack'] } },
  ]);
  expect(usual.PAYMENT_MINIMUMS).toBe('USD=2.00');
});
