import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, asOwner, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { errorOf, expectRefusal } from './refusals.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { addBuyer, orderOnTerms } from './companies.ts';
import { addCountedProduct, heldOf, receive } from './counted-goods.ts';
import { placeOrder, settle, statusOf } from './orders.ts';

/** A shop that takes bank transfers, with pieces held for five days, and payment on delivery. */
async function takeBoth(tx: Tx) {
  const facts = { mode: 'live', currencies: null, countries: null, minimums: {} };
  const ways = {
    transfer: { ...facts, kind: 'transfer' },
    cash: { ...facts, kind: 'on_delivery' },
  };
  await tx`update private.function_settings set value = value || ${JSON.stringify(ways)}::text::jsonb
    where name = 'PAYMENT_PROVIDERS'`;
  await tx`insert into payment_methods (provider, position, is_on, days)
    values ('transfer', 2, true, 5), ('cash', 3, true, 14)
    on conflict (provider) do update set is_on = true, days = excluded.days`;
}

/** An order of two of three pieces, 40 dollars, to be paid in this way. */
async function addAwaited(tx: Tx, way: string) {
  await actAsOwner(tx);
  await takeBoth(tx);
  const { product, variant } = await addCountedProduct(tx, { M: 3 });
  const customer = await actAsCustomer(tx, {
    address: '4 Mill Lane',
    country: 'Ireland',
    postcode: 'D02',
    city: 'Dublin',
  });
  await tx`select add_to_cart(${product}, 2, 'M')`;
  const lines = [{ product, quantity: 2, size: 'M' }];
  const { id } = await placeOrder(tx, lines, 40, { pay_with: way, checkout: false });
  return { id, customer, product, variant: variant('M') };
}

const test = base
  .extend('transfer', ({ tx }) => addAwaited(tx, 'transfer'))
  .extend('cash', ({ tx }) => addAwaited(tx, 'cash'));

const paymentOf = (tx: Tx, order: string) =>
  asOwner(tx, () =>
    valueOf<Record<string, unknown>>(
      tx`select private.payment_of(o) from orders o where id = ${order}`,
    ),
  );

/** As an administrator. */
const markPaid = (tx: Tx, order: string, amount?: number, due?: number) =>
  valueOf<string>(
    tx`select office.mark_paid(${order}, 'Statement 12', ${amount ?? null}, ${due ?? null})`,
  );

const attemptsOf = (tx: Tx, order: string) =>
  asOwner(tx, () =>
    valuesOf<string>(tx`select concat_ws(' ', status, paid_minor) from payment_attempts
      where order_id = ${order} order by created_at, reference`),
  );

const mailsOf = (tx: Tx, order: string) =>
  asOwner(tx, () =>
    valuesOf<string>(
      tx`select kind from mail_outbox where order_id = ${order} order by kind::text`,
    ),
  );

/** Lets the time pass for which pieces are held. */
async function letHoldsEnd(tx: Tx, order: string) {
  await actAsOwner(tx);
  await tx`update stock_holds set expires_at = now() - interval '1 minute' where order_id = ${order}`;
  await actAsService(tx);
  await tx`select release_expired_holds()`;
}

describe('an order by bank transfer', () => {
  test('is placed: pieces are held for days, the cart is empty, and a mail says how to pay', async ({
    tx,
    transfer: { id, product },
  }) => {
    expect(await statusOf(tx, id)).toBe('Pending');
    expect(
      await valueOf(tx`select round(extract(epoch from hold_end_of(${id}) - now()) / 3600)`),
    ).toBe('120');
    expect(await valueOf(tx`select read_cart()`)).toEqual([]);
    expect(await mailsOf(tx, id)).toEqual(['order_to_transfer']);
    expect(await paymentOf(tx, id)).toMatchObject({
      ...{ provider: 'transfer', kind: 'transfer', awaited: true, due: 40 },
      ...{ pay_to: expect.stringContaining('Harbour Savings Bank'), payee: 'Hemline' },
    });
    // Another checkout neither cancels it nor takes its pieces.
    const lines = [{ product, quantity: 1, size: 'M' }];
    const next = await placeOrder(tx, lines, 20, { checkout: true, pay_with: 'paystack' });
    expect([next.status, await statusOf(tx, id), await heldOf(tx, product)]).toEqual([
      ...['Pending', 'Pending', 3],
    ]);
  });

  test('keeps its time and its instructions when a page of a provider is opened and left', async ({
    tx,
    transfer: { id },
  }) => {
    await actAsService(tx);
    await tx`select start_payment_attempt(${id}, ${`${id}.2`}, 'paystack')`;
    expect(await valueOf(tx`select hold_end_of(${id}) > now() + interval '4 days'`)).toBe(true);
    expect(await paymentOf(tx, id)).toMatchObject({ provider: 'transfer', awaited: true, due: 40 });
    // Paid there, nothing is awaited any more.
    expect(await settle(tx, `${id}.2`, 4000)).toBe('paid');
    expect(await attemptsOf(tx, id)).toEqual(['ended', 'paid 4000']);
    expect(await paymentOf(tx, id)).toMatchObject({ provider: 'paystack', awaited: false, due: 0 });
  });

  test('is Paid when all of it has arrived, and leaves alone what is in the cart by then', async ({
    tx,
    transfer: { id, customer, product },
  }) => {
    await tx`select add_to_cart(${product}, 1, 'M')`;
    await actAsAdministrator(tx);
    expect(await markPaid(tx, id)).toBe('paid');
    expect(await statusOf(tx, id)).toBe('Paid');
    await expectRefusal(tx, 'not_on_terms', (at) => markPaid(at, id));
    expect(await mailsOf(tx, id)).toEqual(['order_paid', 'order_to_transfer']);
    expect(await paymentOf(tx, id)).toMatchObject({ due: 0, pay_to: '' });
    await actAs(tx, customer);
    expect(await valueOf(tx`select read_cart()`)).toMatchObject([{ quantity: 1 }]);
  });

  test('is Held after a part, and Paid when the rest arrives; what is too much is to refund', async ({
    tx,
    transfer: { id },
  }) => {
    const admin = await actAsAdministrator(tx);
    expect(await markPaid(tx, id, 15)).toBe('part');
    expect(await statusOf(tx, id)).toBe('Held');
    expect(await paymentOf(tx, id)).toMatchObject({ awaited: true, due: 25 });
    // A form that was sent twice.
    await expectRefusal(tx, 'changed_meanwhile', (at) => markPaid(at, id, 15, 40));
    expect(await markPaid(tx, id, 30, 25)).toBe('paid');
    expect(await attemptsOf(tx, id)).toEqual(['paid 4000', 'duplicate 500']);
    expect(
      await valuesOf(tx`select amount_minor from payment_events where event = 'office'
        and reference = ${`${id}.1`} order by amount_minor`),
    ).toEqual(['1500', '3000']);
    await actAsService(tx);
    const refund = await rowOf(tx<{ status: string }[]>`
      select status from start_refund(${randomUUID()}, ${`${id}.1.more`}, 500, 'USD', ${admin})`);
    expect(refund.status).toBe('processed');
    await actAsOwner(tx);
    expect(await rowOf(tx`select status, refunded from orders where id = ${id}`)).toEqual({
      ...{ status: 'Paid', refunded: '0.00' },
    });
  });

  test('of which a part is refunded does not wait for the rest', async ({
    tx,
    transfer: { id },
  }) => {
    const admin = await actAsAdministrator(tx);
    await markPaid(tx, id, 15);
    await actAsService(tx);
    await tx`select start_refund(${randomUUID()}, ${`${id}.1`}, 1500, 'USD', ${admin}, 500)`;
    expect(await statusOf(tx, id)).toBe('Held');
    expect(await paymentOf(tx, id)).toMatchObject({ awaited: false, due: 0 });
    await actAsAdministrator(tx);
    await expectRefusal(tx, 'not_on_terms', (at) => markPaid(at, id));
  });

  test('frees its pieces when the time is over, which its customer is told once, and can still be paid', async ({
    tx,
    transfer: { id, product },
  }) => {
    await letHoldsEnd(tx, id);
    await letHoldsEnd(tx, id);
    expect([await statusOf(tx, id), await heldOf(tx, product)]).toEqual(['Pending', 0]);
    expect(await mailsOf(tx, id)).toEqual(['order_to_transfer', 'transfer_ended']);
    await actAsAdministrator(tx);
    expect(await markPaid(tx, id)).toBe('paid');
    expect(await heldOf(tx, product)).toBe(2);
  });

  test('that is paid after its pieces were sold is Held', async ({ tx, transfer }) => {
    await letHoldsEnd(tx, transfer.id);
    await actAsOwner(tx);
    await receive(tx, transfer.variant, -2, 'damaged');
    await actAsAdministrator(tx);
    expect(await markPaid(tx, transfer.id)).toBe('held');
    expect(await statusOf(tx, transfer.id)).toBe('Held');
    expect(await paymentOf(tx, transfer.id)).toMatchObject({ awaited: false, due: 0 });
  });

  test('that is cancelled awaits nothing', async ({ tx, transfer: { id, customer, product } }) => {
    await actAs(tx, customer);
    await tx`select cancel_order(${id})`;
    expect(await attemptsOf(tx, id)).toEqual(['ended']);
    expect([await heldOf(tx, product), (await paymentOf(tx, id))['due']]).toEqual([0, 0]);
    await actAsOwner(tx);
    expect(
      await tx`select 1 from unconfirmed_payments('-1 minute') where order_id = ${id}`,
    ).toHaveLength(0);
  });
});

describe('an order to be paid on delivery', () => {
  test('is sent before it is paid', async ({ tx, cash: { id, customer, product } }) => {
    expect(await statusOf(tx, id)).toBe('OnTerms');
    expect(await valueOf(tx`select expires_at from stock_holds where order_id = ${id}`)).toBeNull();
    expect(await mailsOf(tx, id)).toEqual(['order_on_delivery']);
    expect(await paymentOf(tx, id)).toMatchObject({ kind: 'on_delivery', due: 40, pay_to: '' });
    await actAs(tx, customer);
    expect(await valueOf(tx`select read_cart()`)).toEqual([]);
    await actAsAdministrator(tx);
    expect(await valueOf(tx`select office.send_orders(array[${id}]::uuid[])`)).toBe(1);
    expect(await heldOf(tx, product)).toBe(0);
    // A part does not stop it.
    expect([await markPaid(tx, id, 10), await statusOf(tx, id)]).toEqual(['part', 'OnTerms']);
    expect([await markPaid(tx, id), await statusOf(tx, id)]).toEqual(['paid', 'Paid']);
    expect(await mailsOf(tx, id)).toEqual([
      'order_on_delivery',
      'order_paid_on_delivery',
      'parcel_sent',
    ]);
  });

  test('and cancelled after a part has arrived has that to refund', async ({
    tx,
    cash: { id },
  }) => {
    await actAsAdministrator(tx);
    await markPaid(tx, id, 10);
    await tx`select office.cancel_orders(array[${id}]::uuid[])`;
    expect(await attemptsOf(tx, id)).toEqual(['held 1000']);
  });
});

test('transfers need an account to pay to, and keep it', async ({ tx }) => {
  await takeBoth(tx);
  await tx`update companies set terms_days = 0`;
  const empty = (at: Tx) => at`update shop_settings set value = '""' where name = 'bank_account'`;
  const switchTo = (on: boolean) => (at: Tx) => at`
    update payment_methods set is_on = ${on} where provider = 'transfer'`;
  const used = await errorOf(tx, empty);
  expect([used.detail, used.hint]).toEqual(['bank_account_used', 'bankAccount']);
  await switchTo(false)(tx);
  await empty(tx);
  const refused = await errorOf(tx, switchTo(true));
  expect([refused.detail, refused.hint]).toEqual(['no_bank_account', 'methods.1.isOn']);
  await tx`update payment_methods set is_on = true where provider = 'paystack'`;
});

describe('a file of the bank', () => {
  interface Line {
    key?: string;
    amount: number;
    numbers: string[];
    currency?: string | null;
    fate?: string;
  }
  type Found = { row: number; fate: string; order: string | null; due: number | null };
  const call = (tx: Tx, name: 'match_transfers' | 'book_transfers', lines: Line[]) => {
    const rows = lines.map((it, row) => ({
      ...{ row, key: `bank:${row}`, currency: null, note: '2026-11-28 Ida Brook' },
      ...it,
    }));
    return valueOf<Found[]>(
      tx`select ${tx.unsafe(`office.${name}`)}(${JSON.stringify(rows)}::text::jsonb)`,
    );
  };
  const fates = (found: Found[]) => found.map((it) => it.fate);
  const numberOf = (tx: Tx, id: string) =>
    asOwner(tx, () => valueOf<string>(tx`select number from orders where id = ${id}`));

  test('is matched line by line, and booked once', async ({ tx, transfer, cash }) => {
    const [first, second] = [await numberOf(tx, transfer.id), await numberOf(tx, cash.id)];
    await actAsAdministrator(tx);
    const lines = [
      { amount: 15, numbers: [first] },
      { amount: 26, numbers: [first, 'HM-1'] },
      { amount: 1, numbers: [first] },
      { amount: 40, numbers: [second] },
      { amount: 40, numbers: [first, second] },
      { amount: 40, numbers: ['HM-1'] },
      { amount: 40, numbers: [second], currency: 'EUR' },
    ];
    const found = await call(tx, 'match_transfers', lines);
    expect(fates(found)).toEqual([
      ...['part', 'more', 'paid', 'exact', 'several', 'unknown', 'paid'],
    ]);
    expect(found[1]).toMatchObject({ order: transfer.id, due: 25 });
    expect(await statusOf(tx, transfer.id)).toBe('Pending');
    const chosen = lines.map((it, place) => ({ ...it, fate: found[place]?.fate ?? '' }));
    expect(fates(await call(tx, 'book_transfers', chosen))).toEqual([
      ...['now_part', 'now_paid', 'paid', 'now_paid', 'several', 'unknown', 'paid'],
    ]);
    expect(await attemptsOf(tx, transfer.id)).toEqual(['paid 4000', 'duplicate 100']);
    expect(fates(await call(tx, 'book_transfers', chosen))).toEqual([
      ...['booked', 'booked', 'paid', 'booked', 'several', 'unknown', 'paid'],
    ]);
    expect(await attemptsOf(tx, transfer.id)).toEqual(['paid 4000', 'duplicate 100']);
  });

  test('books nothing that is not as it was shown, nor for orders that wait for nothing', async ({
    tx,
    transfer: { id, customer, product },
  }) => {
    const number = await numberOf(tx, id);
    await actAs(tx, customer);
    const byCard = await placeOrder(tx, [{ product, quantity: 1, size: 'M' }], 20);
    const card = await numberOf(tx, byCard.id);
    await actAsAdministrator(tx);
    expect(fates(await call(tx, 'match_transfers', [{ amount: 20, numbers: [card] }]))).toEqual([
      'not_awaited',
    ]);
    const euros = { amount: 40, numbers: [number], currency: 'EUR' };
    expect(fates(await call(tx, 'match_transfers', [euros]))).toEqual(['currency']);
    await markPaid(tx, id, 10);
    const line = { amount: 40, numbers: [number], fate: 'exact' };
    expect(fates(await call(tx, 'book_transfers', [line]))).toEqual(['more']);
    expect(await attemptsOf(tx, id)).toEqual(['held 1000']);
    const other = { amount: 20, numbers: [card], fate: 'not_awaited' };
    expect(fates(await call(tx, 'book_transfers', [other]))).toEqual(['not_awaited']);
    await tx`select office.cancel_orders(array[${byCard.id}]::uuid[])`;
    expect(fates(await call(tx, 'match_transfers', [other]))).toEqual(['cancelled']);
  });

  test('pays orders on terms too, which keep their goods coming after a part', async ({ tx }) => {
    const { user } = await addBuyer(tx);
    const { product } = await addCountedProduct(tx, { M: 3 });
    await actAs(tx, user);
    const { id } = await orderOnTerms(tx, [{ product, quantity: 2, size: 'M' }], 40);
    const number = await numberOf(tx, id);
    await actAsAdministrator(tx);
    const pay = (key: string, amount: number, fate: string) =>
      call(tx, 'book_transfers', [{ key, amount, numbers: [number], fate }]);
    expect(fates(await pay('bank:a', 30, 'part'))).toEqual(['now_part']);
    expect(await paymentOf(tx, id)).toMatchObject({ due: 10, awaited: true });
    expect(await statusOf(tx, id)).toBe('OnTerms');
    expect(fates(await pay('bank:b', 10, 'exact'))).toEqual(['now_paid']);
    expect(await statusOf(tx, id)).toBe('Paid');
    expect(await mailsOf(tx, id)).toEqual(['order_on_terms', 'order_paid_by_transfer']);
  });
});
