import { afterAll, describe, expect, test } from 'vitest';
import { actAs, actAsOwner, connect, only, type Tx } from './actors.ts';
import { withPayment, type Sale } from './paid-order.ts';

const sql = connect();
afterAll(() => sql.end());

describe('a deleted order', () => {
  const everything = async (tx: Tx, { order }: Sale) =>
    only(
      await tx`select
        (select to_jsonb(o) from orders o where id = ${order}) as order,
        (select jsonb_agg(i) from order_items i where order_id = ${order}) as items,
        (select jsonb_agg(a) from payment_attempts a where order_id = ${order}) as attempts,
        (select jsonb_agg(r) from refunds r where order_id = ${order}) as refunds,
        (select jsonb_agg(l) from refund_lines l join refunds r on r.id = l.refund_id
          where r.order_id = ${order}) as refund_lines,
        (select jsonb_agg(i order by i.kind) from invoices i where order_id = ${order}) as invoices`,
    );

  const removeOrder = async (tx: Tx, order: string) =>
    only(
      await tx<{ id: string }[]>`select office.delete_records('orders', ${[order]}::uuid[]) as id`,
    ).id;

  test('comes back as it was', async () => {
    await withPayment(sql, async (tx, sale) => {
      const lines = tx`(select jsonb_agg(jsonb_build_object('item', id, 'quantity', 1))
        from order_items where order_id = ${sale.order})`;
      await tx`select start_refund(${sale.order}, ${sale.reference}, 2000, 'USD',
        ${sale.administrator}, 500, ${lines})`;
      await tx`select update_refund(${sale.order}, 'processed')`;
      await tx`set constraints all immediate`;
      await tx`set constraints all deferred`;
      const before = await everything(tx, sale);
      expect(before['invoices']).toMatchObject([{ refund_id: null }, { refund_id: sale.order }]);
      await actAs(tx, sale.administrator);
      const undo = await removeOrder(tx, sale.order);
      expect((await everything(tx, sale))['order']).toBeNull();
      await tx`select office.restore_trash(${[undo]}::uuid[])`;
      await actAsOwner(tx);
      expect(await everything(tx, sale)).toEqual(before);
    });
  });

  test('comes back without the product that is gone since', async () => {
    await withPayment(sql, async (tx, sale) => {
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
