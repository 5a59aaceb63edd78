import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { errorOf, expectRefusal } from './refusals.ts';
import { actAsAdministrator } from './people.ts';
import { heldOf, receive } from './counted-goods.ts';
import { placeOrder, settle, statusOf } from './orders.ts';
import {
  test,
  paymentOf,
  markPaid,
  attemptsOf,
  mailsOf,
  letHoldsEnd,
  takeBoth,
} from './awaited.ts';

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
      ...{ pay_to: expect.stringContaining('Harbour Savings Bank'), payee: 'Hemline Ltd.' },
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
      ...{ status: 'Paid', refunded: '0' },
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
