import { afterAll, describe, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  actAsService,
  connect,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import {
  addAdministrator,
  addCustomer,
  addProduct,
  placeOrder,
  settle,
  startPayment,
} from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

interface Sale {
  order: string;
  reference: string;
  administrator: string;
}

/** An order over $20 whose payment brought so many cents; what follows runs with the service key. */
async function withPayment(work: (tx: Tx, sale: Sale) => Promise<void>, cents = 2000) {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    const customer = await addCustomer(tx);
    const product = await addProduct(tx, { price: '20.00' });
    await actAs(tx, customer);
    const { id: order } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
    await actAsService(tx);
    const reference = await startPayment(tx, order);
    await settle(tx, reference, cents);
    await work(tx, { order, reference, administrator });
  });
}

const start = (tx: Tx, { reference, administrator }: Sale, cents = 2000) =>
  tx`select * from start_refund(${reference}, ${cents}, 'USD', ${administrator})`;
const note = async (tx: Tx, { reference }: Sale, status: string) =>
  only(await tx`select * from update_refund(${reference}, ${status}, 'as told')`)[
    'status'
  ] as string;
const hear = async (tx: Tx, reference: string, status: string, cents = 2000) =>
  only(
    await tx`select settle_refund(${`refund.${status}:${reference}:${cents}`}, ${`refund.${status}`},
      ${reference}, ${cents}, ${status}, '{}') as it`,
  )['it'] as string;
const orderStatus = async (tx: Tx, { order }: Sale) =>
  only(await tx<{ status: string }[]>`select status from orders where id = ${order}`).status;

describe('a refund', () => {
  test('is begun by one, and makes the order Refunded when it is done', async () => {
    await withPayment(async (tx, sale) => {
      expect(only(await start(tx, sale))).toMatchObject({
        status: 'requested',
        amount_minor: '2000',
        order_id: sale.order,
        asked_by: sale.administrator,
      });
      expect(await refusalOf(tx, (point) => start(point, sale))).toEqual(
        raised('already_refunded'),
      );
      expect(await note(tx, sale, 'pending')).toBe('pending');
      expect(await orderStatus(tx, sale)).toBe('Paid');
      expect(await hear(tx, sale.reference, 'processed')).toBe('processed');
      expect(await orderStatus(tx, sale)).toBe('Refunded');
      // Whatever comes late, or twice, turns nothing back.
      for (const late of ['failed', 'pending', 'processed']) {
        expect(await hear(tx, sale.reference, late)).toBe('processed');
      }
      expect(await refusalOf(tx, (point) => start(point, sale))).toEqual(
        raised('already_refunded'),
      );
      expect(await settle(tx, sale.reference, 2000, { key: 'again' })).toBe('already_paid');
      expect(await orderStatus(tx, sale)).toBe('Refunded');
    });
  });

  test('that failed may be asked for again, and one whose asker was cut off too', async () => {
    await withPayment(async (tx, sale) => {
      await start(tx, sale);
      expect(await note(tx, sale, 'failed')).toBe('failed');
      expect(await note(tx, sale, 'pending')).toBe('failed');
      expect(only(await start(tx, sale))).toMatchObject({ status: 'requested', note: '' });
      await tx`update refunds set asked_at = now() - interval '2 minutes'`;
      expect(only(await start(tx, sale))).toMatchObject({ status: 'requested' });
      expect(await orderStatus(tx, sale)).toBe('Paid');
    });
  });

  test('gives back what is held', async () => {
    await withPayment(async (tx, sale) => {
      expect(await orderStatus(tx, sale)).toBe('Held');
      await start(tx, sale, 1500);
      expect(await hear(tx, sale.reference, 'processed', 1500)).toBe('processed');
      expect(await orderStatus(tx, sale)).toBe('Refunded');
    }, 1500);
  });

  test('of a payment that came twice leaves the order Paid', async () => {
    await withPayment(async (tx, sale) => {
      await tx`insert into payment_attempts (reference, order_id, amount_minor, currency)
        values ('twice', ${sale.order}, 2000, 'USD')`;
      expect(await settle(tx, 'twice', 2000)).toBe('already_paid');
      await start(tx, { ...sale, reference: 'twice' });
      expect(await hear(tx, 'twice', 'processed')).toBe('processed');
      expect(await orderStatus(tx, sale)).toBe('Paid');
    });
  });

  test('made at the provider itself is taken over, a part of it only noted', async () => {
    await withPayment(async (tx, sale) => {
      expect(await hear(tx, sale.reference, 'processed', 500)).toBe('noted');
      expect(await orderStatus(tx, sale)).toBe('Paid');
      expect(await hear(tx, 'nobody-knows', 'processed')).toBe('unknown');
      expect(await hear(tx, sale.reference, 'processed')).toBe('processed');
      expect(await orderStatus(tx, sale)).toBe('Refunded');
      expect(only(await tx`select asked_by from refunds`)).toEqual({ asked_by: null });
    });
  });

  test('is not begun where nothing was paid', async () => {
    await withPayment(async (tx, sale) => {
      await tx`insert into payment_attempts (reference, order_id, amount_minor, currency)
        values ('open', ${sale.order}, 2000, 'USD')`;
      const open = { ...sale, reference: 'open' };
      expect(await refusalOf(tx, (point) => start(point, open))).toEqual(raised('not_refundable'));
      const unknown = { ...sale, reference: 'nobody-knows' };
      expect(await refusalOf(tx, (point) => start(point, unknown))).toEqual(
        raised('unknown_payment'),
      );
      expect(await refusalOf(tx, (point) => note(point, unknown, 'pending'))).toEqual(
        raised('unknown_refund'),
      );
    });
  });

  test('nobody has heard of for a while is asked about', async () => {
    await withPayment(async (tx, sale) => {
      await start(tx, sale);
      const quiet = async () =>
        (await tx`select reference from unconfirmed_refunds('10 minutes')`).map(
          (row) => row['reference'],
        );
      expect(await quiet()).not.toContain(sale.reference);
      await tx`update refunds set asked_at = now() - interval '11 minutes'`;
      expect(await quiet()).toContain(sale.reference);
      await note(tx, sale, 'processed');
      expect(await quiet()).not.toContain(sale.reference);
    });
  });
});

describe('a deleted order', () => {
  const everything = async (tx: Tx, { order }: Sale) =>
    only(
      await tx`select
        (select to_jsonb(o) from orders o where id = ${order}) as order,
        (select jsonb_agg(i) from order_items i where order_id = ${order}) as items,
        (select jsonb_agg(a) from payment_attempts a where order_id = ${order}) as attempts,
        (select jsonb_agg(r) from refunds r where order_id = ${order}) as refunds`,
    );

  const removeOrder = async (tx: Tx, order: string) =>
    only(
      await tx<{ id: string }[]>`select office.delete_records('orders', ${[order]}::uuid[]) as id`,
    ).id;

  test('comes back as it was', async () => {
    await withPayment(async (tx, sale) => {
      await start(tx, sale);
      const before = await everything(tx, sale);
      await actAs(tx, sale.administrator);
      const undo = await removeOrder(tx, sale.order);
      expect((await everything(tx, sale))['order']).toBeNull();
      await tx`select office.restore_trash(${[undo]}::uuid[])`;
      await actAsOwner(tx);
      expect(await everything(tx, sale)).toEqual(before);
    });
  });

  test('comes back without the product that is gone since', async () => {
    await withPayment(async (tx, sale) => {
      await actAs(tx, sale.administrator);
      const undo = await removeOrder(tx, sale.order);
      await actAsOwner(tx);
      await tx`delete from products where title = 'Test coat'`;
      await actAs(tx, sale.administrator);
      await tx`select office.restore_trash(${[undo]}::uuid[])`;
      await actAsOwner(tx);
      const { order, items } = await everything(tx, sale);
      expect(order).toMatchObject({ total_price: 20, status: 'Paid' });
      expect(items).toMatchObject([{ product_id: null, title: 'Test coat' }]);
    });
  });
});
