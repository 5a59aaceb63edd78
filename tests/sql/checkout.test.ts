import { afterAll, describe, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  connect,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import { addCustomer, addProduct } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

describe('the checkout of the shop', () => {
  const address = { address: '4 Mill Lane', country: 'Ireland' };
  const checkOut = (tx: Tx, product: string, size: string | null = 'M') =>
    tx<{ it: { order: { id: string }; attempt: object | null } }[]>`
      select place_order_to_pay(
        ${JSON.stringify([{ product, quantity: 1, size }])}::text::jsonb, 20, 'ida@brook.example',
        ${crypto.randomUUID()}, true) as it`;

  test('asks for an address, and for the size where there is one to choose', async () => {
    await rolledBack(sql, async (tx) => {
      const product = await addProduct(tx, { sizes: ['M', 'L'] });
      await actAs(tx, await addCustomer(tx));
      expect(await refusalOf(tx, (point) => checkOut(point, product))).toMatchObject(
        raised('no_address'),
      );
      await actAsOwner(tx);
      await actAs(tx, await addCustomer(tx, address));
      expect(await refusalOf(tx, (point) => checkOut(point, product, null))).toMatchObject(
        raised('choice_missing'),
      );
      expect(only(await checkOut(tx, product)).it.attempt).not.toBeNull();
    });
  });

  test('makes one Pending order of a cart, and another one once that is cancelled', async () => {
    await rolledBack(sql, async (tx) => {
      const product = await addProduct(tx);
      await actAs(tx, await addCustomer(tx, address));
      const first = only(await checkOut(tx, product)).it;
      expect(only(await checkOut(tx, product)).it).toMatchObject({
        order: { id: first.order.id },
        attempt: null,
      });
      const cancelled = await tx`select cancel_order(${first.order.id}) as it`;
      expect(cancelled).toMatchObject([{ it: { status: 'Cancelled' } }]);
      const again = (point: Tx) => point`select cancel_order(${first.order.id})`;
      expect(await refusalOf(tx, again)).toMatchObject(raised('not_pending'));
      expect(only(await checkOut(tx, product)).it.order.id).not.toBe(first.order.id);
    });
  });
});
