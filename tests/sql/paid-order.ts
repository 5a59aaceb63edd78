import { actAs, actAsService, test as base, type Tx } from './actors.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, settle } from './orders.ts';

/** An order over $20 whose payment brought so many cents; what follows runs with the service key. */
export async function addSale(tx: Tx, cents = 2000) {
  const administrator = await addAdministrator(tx);
  const customer = await addCustomer(tx);
  const product = await addProduct(tx);
  await actAs(tx, customer);
  const { id: order } = await placeOrder(tx, [{ product, quantity: 1 }], 20);
  await actAsService(tx);
  const reference = `${order}.1`;
  await settle(tx, reference, cents);
  return { order, reference, administrator };
}
export type Sale = Awaited<ReturnType<typeof addSale>>;

export const test = base.extend('sale', ({ tx }) => addSale(tx));
