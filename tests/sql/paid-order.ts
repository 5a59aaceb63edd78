import type postgres from 'postgres';
import { actAs, actAsService, rolledBack, type Tx } from './actors.ts';
import { addAdministrator, addCustomer, addProduct, placeOrder, settle } from './goods.ts';

export interface Sale {
  order: string;
  reference: string;
  administrator: string;
}

/** An order over $20 whose payment brought so many cents; what follows runs with the service key. */
export async function withPayment(
  sql: postgres.Sql,
  work: (tx: Tx, sale: Sale) => Promise<void>,
  cents = 2000,
) {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    const customer = await addCustomer(tx);
    const product = await addProduct(tx, { price: '20.00' });
    await actAs(tx, customer);
    const { id: order } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
    await actAsService(tx);
    const reference = `${order}.1`;
    await settle(tx, reference, cents);
    await work(tx, { order, reference, administrator });
  });
}
