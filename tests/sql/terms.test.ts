import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import postgres from 'postgres';
import { actAs, actAsOwner, rolledBack, letPass, sql, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { errorOf, expectRefusal } from './refusals.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, statusOf } from './orders.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';
import { addBuyer, addCompany, addMember, orderOnTerms } from './companies.ts';
import { addGoods, addPeople, as, leaveNothingOf, outcomesOf } from './at-once.ts';

/** What invoices and mails say, once the transaction ends. */
async function papersOf(tx: Tx, order: string) {
  await actAsOwner(tx);
  await tx`set constraints all immediate`;
  await tx`set constraints all deferred`;
  const papers = await tx<{ kind: string; gross: string }[]>`
    select kind, gross from invoices where order_id = ${order} order by kind`;
  const mails = await tx<{ kind: string }[]>`
    select kind from mail_outbox where order_id = ${order} order by kind`;
  return { papers: [...papers], mails: mails.map((it) => it.kind) };
}

/** A member with an order on terms of two counted pieces, 40 dollars, with a voucher that takes nothing off. */
async function orderTwo(tx: Tx) {
  const buyer = await addBuyer(tx);
  const { product } = await addCountedProduct(tx, { M: 3 });
  const voucher = `TERMS${randomUUID().slice(0, 8).toUpperCase()}`;
  await tx`insert into vouchers (code, kind, value) values (${voucher}, 'percent', 50)`;
  await actAs(tx, buyer.user);
  const order = await orderOnTerms(tx, [{ product, quantity: 2, size: 'M' }], 20, { voucher });
  await actAsOwner(tx);
  const uses = () => valueOf<number>(tx`select uses from vouchers where code = ${voucher}`);
  return { ...buyer, product, order, uses };
}

describe('an order on terms', () => {
  test('is sent at once and paid later: held for good, invoiced, unpaid', async ({ tx }) => {
    const { user, product, order, uses } = await orderTwo(tx);
    expect(order).toMatchObject({ status: 'OnTerms', payment_reference: null, paid_at: null });
    const days = (Number(order.due_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(31);
    expect(await stockOf(tx, product)).toMatchObject([{ onHand: 3, held: 2 }]);
    expect(await valueOf(tx`select expires_at from stock_holds where order_id = ${order.id}`)).toBe(
      null,
    );
    expect(await uses()).toBe(1);
    expect(await tx`select 1 from payment_attempts where order_id = ${order.id}`).toEqual([]);
    expect(await papersOf(tx, order.id)).toEqual({
      papers: [{ kind: 'invoice', gross: '20.00' }],
      mails: ['order_on_terms'],
    });
    // It takes the last pieces from an order of the same customer that is not paid.
    await actAs(tx, user);
    const open = await placeOrder(tx, [{ product, quantity: 1, size: 'M' }], '20');
    expect(open.status).toBe('Pending');
    const next = await orderOnTerms(tx, [{ product, quantity: 1, size: 'M' }], 20);
    expect(next.status).toBe('OnTerms');
    await actAsAdministrator(tx);
    const tasks = await valueOf<object>(tx`select office.open_tasks()`);
    const before = Number(Object(tasks).toSend);
    expect(
      await valueOf(tx<{ many: number }[]>`select office.send_orders(array[${order.id}]::uuid[])`),
    ).toBe(1);
    expect(await valueOf<object>(tx`select office.open_tasks()`)).toMatchObject({
      toSend: before - 1,
      overdue: 0,
    });
    expect(await stockOf(tx, product)).toMatchObject([{ onHand: 1, held: 1 }]);
  });

  test('empties the cart of what was bought; the same key is the same order', async ({ tx }) => {
    const { user } = await addBuyer(tx);
    const product = await addProduct(tx);
    await actAs(tx, user);
    await tx`select add_to_cart(${product}, 2)`;
    const lines = [{ product, quantity: 1 }];
    const order = await orderOnTerms(tx, lines, 20, { key: 'once' });
    const again = await orderOnTerms(tx, lines, 20, { key: 'once' });
    expect(again.id).toBe(order.id);
    await expectRefusal(tx, 'key_reused', (at) => placeOrder(at, lines, '20', { key: 'once' }));
    expect(await valueOf(tx`select read_cart()`)).toMatchObject([{ quantity: 1 }]);
  });

  test('is for approved companies with terms only, and up to their credit', async ({ tx }) => {
    const { user, company } = await addBuyer(tx);
    const product = await addProduct(tx);
    const order = (at: Tx, pieces: number) =>
      orderOnTerms(at, [{ product, quantity: pieces }], 20 * pieces);
    await actAs(tx, user);
    await order(tx, 3);
    await expectRefusal(tx, 'credit_exceeded', (at) => order(at, 3));
    const words = await tx
      .savepoint((at) => order(at, 3))
      .then(
        () => '',
        (error: unknown) => (error instanceof postgres.PostgresError ? error.message : ''),
      );
    expect(words).toBe('Your credit left is $40.00. Please order less, or pay by card.');
    const last = await order(tx, 2);
    await actAsAdministrator(tx);
    await tx`select office.mark_paid(${last.id}, 'Statement 12')`;
    await actAs(tx, user);
    await order(tx, 2);
    for (const change of ["status = 'suspended'", 'terms_days = 0']) {
      await actAsOwner(tx);
      await tx`update companies set status = 'approved', terms_days = 30, credit_limit = 1000 where id = ${company}`;
      await tx.unsafe(`update companies set ${change} where id = '${company}'`);
      await actAs(tx, user);
      await expectRefusal(tx, 'no_terms', (at) => order(at, 1));
    }
    await actAsCustomer(tx);
    await expectRefusal(tx, 'no_terms', (at) => order(at, 1));
  });
});

describe('the office', () => {
  test('gives terms only while the shop names an account to pay to, and keeps it while there are terms', async ({
    tx,
  }) => {
    const bank = (account: string) => (at: Tx) =>
      at`update shop_settings set value = to_jsonb(${account}::text) where name = 'bank_account'`;
    const terms = (company: string, days: number) => (at: Tx) =>
      at`update companies set terms_days = ${days} where id = ${company}`;
    const { company: old } = await addBuyer(tx);
    const company = await addCompany(tx);
    await actAsAdministrator(tx);
    const kept = await errorOf(tx, bank(''));
    expect([kept.detail, kept.hint]).toEqual(['bank_account_used', 'bankAccount']);
    await actAsOwner(tx);
    await tx`update companies set terms_days = 0 where id <> ${old}`;
    await tx`alter table shop_settings disable trigger shop_settings_keep_bank_account`;
    await actAsAdministrator(tx);
    await bank('')(tx);
    const refused = await errorOf(tx, terms(company, 14));
    expect([refused.detail, refused.hint]).toEqual(['no_bank_account', 'termsDays']);
    // Those from before stay, and can change.
    await terms(old, 14)(tx);
    await bank('DE75 5121 0800 1245 1261 99')(tx);
    await terms(company, 14)(tx);
  });

  test('marks it as paid by transfer, and gives that back without the provider', async ({ tx }) => {
    const { order } = await orderTwo(tx);
    await papersOf(tx, order.id);
    const admin = await actAsAdministrator(tx);
    await tx`select office.mark_paid(${order.id}, ${' Statement 12 '})`;
    await expectRefusal(tx, 'not_on_terms', (at) => at`select office.mark_paid(${order.id})`);
    await actAsOwner(tx);
    const reference = `${order.id}.transfer`;
    expect(
      await tx`select o.status, o.payment_reference, a.status as payment, a.paid_minor, a.transfer
          from orders o join payment_attempts a on a.order_id = o.id where o.id = ${order.id}`,
    ).toEqual([
      {
        ...{ status: 'Paid', payment_reference: reference, payment: 'paid' },
        ...{ paid_minor: '2000', transfer: 'Statement 12' },
      },
    ]);
    const item = await valueOf<string>(tx`select id from order_items where order_id = ${order.id}`);
    const lines = JSON.stringify([{ item: item, quantity: 1 }]);
    const give = (all: boolean) => tx<{ status: string }[]>`
        select status from start_refund(${randomUUID()}, ${reference}, 2000, 'USD', ${admin}, null,
          ${all ? null : lines}::text::jsonb)`;
    expect(await give(false)).toEqual([{ status: 'processed' }]);
    expect(await statusOf(tx, order.id)).toBe('Paid');
    expect(await give(true)).toEqual([{ status: 'processed' }]);
    expect(await statusOf(tx, order.id)).toBe('Refunded');
    const { papers, mails } = await papersOf(tx, order.id);
    expect(papers.map(({ kind, gross }) => `${kind} ${gross}`)).toEqual([
      ...['invoice 20.00', 'credit_note 10.00', 'credit_note 10.00'],
    ]);
    expect(mails.join()).toMatch(/^order_on_terms(,order_refunded){2},order_paid_by_transfer$/);
    expect(
      await tx`select 1 from unconfirmed_refunds('0 seconds') r where r.order_id = ${order.id}`,
    ).toEqual([]);
    expect(await tx`select 1 from paid_orders_without_payment where id = ${order.id}`).toEqual([]);
  });

  test('cancels one of which nothing was sent: stock, voucher and credit are back, the invoice is credited', async () => {
    await rolledBack(async (tx) => {
      const { product, order, company, uses } = await orderTwo(tx);
      await papersOf(tx, order.id);
      await actAsAdministrator(tx);
      const cancel = () => tx`select office.cancel_orders(array[${order.id}]::uuid[]) as many`;
      await tx`select office.pack_order(${order.id})`;
      expect(await cancel()).toEqual([{ many: 1 }]);
      await actAsOwner(tx);
      expect(await statusOf(tx, order.id)).toBe('Cancelled');
      expect(await stockOf(tx, product)).toMatchObject([{ onHand: 3, held: 0 }]);
      expect(await uses()).toBe(0);
      expect(await valueOf(tx`select private.credit_left(${company})`)).toBe('100');
      const { papers } = await papersOf(tx, order.id);
      expect(papers).toEqual([
        { kind: 'invoice', gross: '20.00' },
        { kind: 'credit_note', gross: '20.00' },
      ]);
      expect(await tx`select 1 from refunds where order_id = ${order.id}`).toEqual([]);
    });
    await rolledBack(async (tx) => {
      const { order } = await orderTwo(tx);
      await actAsAdministrator(tx);
      await tx`select office.send_orders(array[${order.id}]::uuid[])`;
      expect(await valueOf(tx`select office.cancel_orders(array[${order.id}]::uuid[])`)).toBe(0);
      expect(await statusOf(tx, order.id)).toBe('OnTerms');
    });
  });

  test('finds what is overdue, and restores what was deleted with its pieces', async ({ tx }) => {
    const { order, product, uses } = await orderTwo(tx);
    const overdue = async () =>
      (await valueOf<string[]>(tx`select ids from office.find_orders(p_overdue => true)`)).includes(
        order.id,
      );
    await actAsAdministrator(tx);
    expect(await overdue()).toBe(false);
    await letPass(tx, '31 days');
    expect(await overdue()).toBe(true);
    expect(await valueOf<object>(tx`select office.open_tasks()`)).toMatchObject({
      overdue: 1,
    });
    await tx`select office.delete_records('orders', ${[order.id]}::uuid[])`;
    await actAsOwner(tx);
    expect([await uses(), ...(await stockOf(tx, product))]).toMatchObject([0, { held: 0 }]);
    const trash = await valueOf<string>(tx`select id from trash where record_id = ${order.id}`);
    await actAsAdministrator(tx);
    await tx`select office.restore_trash(array[${trash}]::uuid[])`;
    expect([await uses(), ...(await stockOf(tx, product))]).toMatchObject([1, { held: 2 }]);
  });
});

test('twenty orders on terms at once never exceed the credit of their company', async () => {
  const { product } = await addGoods();
  const { user: first, company } = await addBuyer(sql, { credit_limit: 100 });
  leaveNothingOf(first);
  const others = await addPeople(19);
  for (const user of others) await addMember(sql, company, user);
  const orders = [first, ...others].map((user) =>
    as(user, (tx) => orderOnTerms(tx, [{ product, quantity: 1 }], 20)),
  );
  expect(await outcomesOf(orders)).toEqual({ done: 5, credit_exceeded: 15 });
  expect(await valueOf(sql`select private.credit_left(${company})`)).toBe('0');
});
