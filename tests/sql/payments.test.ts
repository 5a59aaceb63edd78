import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, letPass, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator, actAsCustomer, addCustomer } from './people.ts';
import { addProduct, remove } from './goods.ts';
import { pay, placeOrder, settle, startPayment, type Line } from './orders.ts';

interface Sale {
  customer: string;
  product: string;
  order: string;
}

/** An order over $20 for each piece, Pending; what follows runs with the service key. */
async function addSale(tx: Tx, bought: Omit<Line, 'product'>): Promise<Sale> {
  const product = await addProduct(tx);
  const customer = await actAsCustomer(tx);
  const { id } = await placeOrder(tx, [{ product, ...bought }], 20 * bought.quantity);
  await actAsService(tx);
  return { customer, product, order: id };
}

const test = base.extend('sale', ({ tx }) => addSale(tx, { quantity: 1 }));

const orderOf = async (tx: Tx, { order }: Sale) =>
  await rowOf(tx<{ status: string; payment_reference: string | null; paid_at: Date | null }[]>`
      select status, payment_reference, paid_at from orders where id = ${order}`);

const attemptStatus = (tx: Tx, reference: string) =>
  valueOf<string>(tx`select status from payment_attempts where reference = ${reference}`);

describe('a payment', () => {
  test('that comes after its order was cancelled is held for a person', async ({ tx, sale }) => {
    const reference = await startPayment(tx, sale.order);
    await actAs(tx, sale.customer);
    await tx`select cancel_order(${sale.order})`;
    await actAsService(tx);
    expect(await settle(tx, reference, 2000)).toBe('held');
    expect(await orderOf(tx, sale)).toMatchObject({ status: 'Held', paid_at: null });
  });

  test.for(['Pending', 'Cancelled', 'Paid'])(
    'that comes after its order, %s, was deleted brings it back, held for a person',
    async (status, { tx, sale }) => {
      await startPayment(tx, sale.order, 'open');
      if (status === 'Paid') await pay(tx, sale.order, 2000);
      if (status === 'Cancelled') {
        await actAs(tx, sale.customer);
        await tx`select cancel_order(${sale.order})`;
      }
      await actAsAdministrator(tx);
      await remove(tx, 'orders', sale.order);
      await actAsService(tx);
      const asked = () =>
        valuesOf(tx`select reference from claim_unconfirmed_payments('-1 minute', 200)
          where order_id = ${sale.order} and reference = 'open'`);
      expect([await asked(), await asked()]).toEqual([['open'], []]);
      for (let time = 0; time < 2; time += 1) expect(await settle(tx, 'open', 2000)).toBe('held');
      const held = { status: 'Held', payment_reference: 'open' };
      expect(await orderOf(tx, sale)).toMatchObject(held);
      expect(await attemptStatus(tx, 'open')).toBe('held');
      await actAsOwner(tx);
      expect(await tx`select from trash where record_id = ${sale.order}`).toHaveLength(0);
    },
  );

  test('known before its order was deleted does not bring it back', async ({ tx, sale }) => {
    const reference = await pay(tx, sale.order, 2000);
    await actAsAdministrator(tx);
    await remove(tx, 'orders', sale.order);
    await actAsService(tx);
    expect(await settle(tx, reference, 2000)).toBe('unknown');
    expect(await tx`select from orders where id = ${sale.order}`).toHaveLength(0);
  });

  test('asks for the total of the order, in cents', async ({ tx, sale: { order } }) => {
    const reference = await startPayment(tx, order);
    const [saved] =
      await tx`select * from save_authorization(${reference}, 'https://pay.example/1')`;
    expect(saved).toMatchObject({
      reference,
      order_id: order,
      amount_minor: '2000',
      currency: 'USD',
      authorization_url: 'https://pay.example/1',
      status: 'authorized',
    });
  });

  test('settles the order once, however often it is reported', async ({ tx, sale }) => {
    const reference = await startPayment(tx, sale.order);
    expect(await settle(tx, reference, 2000)).toBe('paid');
    const paid = await orderOf(tx, sale);
    expect(paid).toMatchObject({ status: 'Paid', payment_reference: reference });
    expect(paid.paid_at).toBeInstanceOf(Date);
    expect(await settle(tx, reference, 2000)).toBe('already_paid');
    expect(await settle(tx, reference, 2000, { key: 'callback' })).toBe('already_paid');
    expect(await orderOf(tx, sale)).toEqual(paid);
    expect(await attemptStatus(tx, reference)).toBe('paid');
    const events = tx`select id from payment_events where reference = ${reference} order by id`;
    expect(await valuesOf(events)).toEqual(['callback', `charge.success:${reference}`]);
  });

  test.for<[string, number, string]>([
    ['too little', 1999, 'USD'],
    ['too much', 2001, 'USD'],
    ['another currency', 2000, 'NGN'],
  ])('of %s is held for a person', async ([_what, cents, currency], { tx, sale }) => {
    const reference = await startPayment(tx, sale.order);
    expect(await settle(tx, reference, cents, { currency })).toBe('held');
    expect(await orderOf(tx, sale)).toEqual({
      status: 'Held',
      payment_reference: reference,
      paid_at: null,
    });
    expect(await attemptStatus(tx, reference)).toBe('held');
    // Nor does a second message talk it round.
    expect(await settle(tx, reference, 2000, { key: 'later' })).toBe('held');
  });

  test('nobody knows is kept on record', async ({ tx, sale: _ }) => {
    expect(await settle(tx, 'nobody-knows', 2000)).toBe('unknown');
    expect(
      await valueOf(tx`select event from payment_events where reference = 'nobody-knows'`),
    ).toBe('charge.success');
  });

  test('that comes twice through two card pages is marked for a refund', async ({ tx, sale }) => {
    const first = await startPayment(tx, sale.order);
    const second = await startPayment(tx, sale.order);
    expect(await settle(tx, second, 2000)).toBe('paid');
    expect(await settle(tx, first, 2000)).toBe('already_paid');
    expect(await orderOf(tx, sale)).toMatchObject({ status: 'Paid', payment_reference: second });
    expect(await attemptStatus(tx, first)).toBe('duplicate');
  });

  test('that failed may be tried again, and may still arrive', async ({ tx, sale }) => {
    const reference = await startPayment(tx, sale.order);
    const fail = async () =>
      await rowOf(tx`select fail_payment_attempt(${reference}, 'abandoned') as open`);
    expect(await fail()).toEqual({ open: true });
    expect(await attemptStatus(tx, reference)).toBe('abandoned');
    expect(await orderOf(tx, sale)).toMatchObject({ status: 'Pending' });
    await startPayment(tx, sale.order);
    expect(await settle(tx, reference, 2000)).toBe('paid');
    expect(await fail()).toEqual({ open: false });
    expect(await attemptStatus(tx, reference)).toBe('paid');
  });

  test('is not begun for an order that needs none or does not exist', async ({ tx, sale }) => {
    await settle(tx, await startPayment(tx, sale.order), 2000);
    await expectRefusal(tx, 'not_pending', (point) => startPayment(point, sale.order));
    await expectRefusal(tx, 'unknown_order', (point) => startPayment(point, sale.customer));
    await expectRefusal(
      tx,
      'unknown_payment',
      (point) => point`select save_authorization('no-such', 'https://x')`,
    );
  });
});

describe('quiet orders', () => {
  /** Without the first attempt, which placing the order began. */
  const quietOf = async (tx: Tx, { order }: Sale) => {
    return valuesOf<string>(tx`
      select reference from unconfirmed_payments('10 minutes')
      where order_id = ${order} and reference <> ${`${order}.1`}`);
  };

  test('are asked about the less often the longer nothing was heard', async ({ tx, sale }) => {
    const reference = await startPayment(tx, sale.order);
    await letPass(tx, '1 day');
    const taken = tx`select reference from claim_unconfirmed_payments('10 minutes', 200)`;
    expect(await valuesOf(taken)).toContain(reference);
    expect(
      await tx`select from audit_log where record_id = ${reference} and after ? 'asked_at'`,
    ).toHaveLength(0);
    expect(await quietOf(tx, sale)).toEqual([]);
    await letPass(tx, '1 hour');
    expect(await quietOf(tx, sale)).toEqual([]);
    await letPass(tx, '2 hours');
    expect(await quietOf(tx, sale)).toEqual([reference]);
  });

  test('two hundred left card pages do not hide one that was paid', async ({ tx, sale }) => {
    await tx`insert into payment_attempts (reference, order_id, amount_minor, currency)
        select 'left-' || n, ${sale.order}, 2000, 'USD' from generate_series(1, 199) n`;
    await letPass(tx, '2 days');
    const reference = await startPayment(tx, sale.order);
    await letPass(tx, '11 minutes');
    await tx`select claim_unconfirmed_payments('10 minutes', 200)`;
    expect(await quietOf(tx, sale)).toEqual([reference]);
  });

  test('may belong to an order that was paid on another card page', async ({ tx, sale }) => {
    const other = await startPayment(tx, sale.order);
    await settle(tx, await startPayment(tx, sale.order), 2000);
    await letPass(tx, '11 minutes');
    expect(await quietOf(tx, sale)).toEqual([other]);
  });

  test('are those whose payment began a while ago', async ({ tx, sale }) => {
    const reference = await startPayment(tx, sale.order);
    const quiet = () => quietOf(tx, sale);
    expect(await quiet()).toEqual([]);
    await letPass(tx, '11 minutes');
    expect(await quiet()).toEqual([reference]);
    await settle(tx, reference, 2000);
    expect(await quiet()).toEqual([]);
  });
});

describe('the cart after a payment', () => {
  const cartOf = async (tx: Tx, { customer }: Sale) => {
    const lines = await tx<{ size: string | null; quantity: number }[]>`
      select size, quantity from cart_items where user_id = ${customer} order by size nulls first`;
    return lines.map(({ size, quantity }) => [size, quantity]);
  };
  const put = async (
    tx: Tx,
    { customer, product }: Sale,
    size: string | null,
    quantity: number,
    when = 'before',
  ) => {
    const created = new Date(Date.now() + (when === 'before' ? -3_600_000 : 3_600_000));
    await tx`insert into cart_items (user_id, product_id, size, quantity, created_at)
      values (${customer}, ${product}, ${size}, ${quantity}, ${created})`;
  };

  test('has lost what was bought, and keeps the rest', async ({ tx }) => {
    const sale = await addSale(tx, { quantity: 2, size: 'M' });
    await put(tx, sale, 'M', 5);
    await put(tx, sale, 'L', 1);
    await put(tx, sale, null, 1);
    const left = [
      [null, 1],
      ['L', 1],
      ['M', 3],
    ];
    const reference = await pay(tx, sale.order, 4000);
    expect(await cartOf(tx, sale)).toEqual(left);
    // The second message must not take two more.
    expect(await settle(tx, reference, 4000)).toBe('already_paid');
    expect(await cartOf(tx, sale)).toEqual(left);
  });

  test('bought without size or colour: lines put in since then stay', async ({ tx, sale }) => {
    await put(tx, sale, 'M', 1);
    await put(tx, sale, 'L', 1, 'after');
    await settle(tx, await startPayment(tx, sale.order), 2000);
    expect(await cartOf(tx, sale)).toEqual([['L', 1]]);
  });

  test('of somebody else is not touched', async ({ tx, sale }) => {
    await actAsOwner(tx);
    const other = { ...sale, customer: await addCustomer(tx) };
    await put(tx, other, null, 1);
    await put(tx, sale, null, 1);
    await settle(tx, await startPayment(tx, sale.order), 2000);
    expect(await cartOf(tx, sale)).toEqual([]);
    expect(await cartOf(tx, other)).toEqual([[null, 1]]);
  });
});
