import { expect } from 'vitest';
import { actAs, actAsOwner, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { addProduct, remove, restore } from './goods.ts';
import { placeOrder } from './orders.ts';
import { actAsAdministrator, actAsCustomer, addAdministrator } from './people.ts';
import { expectRefusal } from './refusals.ts';

/** The order of a customer, as an administrator finds it. */
async function anOrder(tx: Tx) {
  const product = await addProduct(tx);
  const customer = await actAsCustomer(tx);
  const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
  return { id, customer, administrator: await actAsAdministrator(tx) };
}

const noted = (tx: Tx, order: string) =>
  valuesOf(tx`select note from order_notes where order_id = ${order} order by note`);
const note = (tx: Tx, order: string, text: string) =>
  tx`insert into order_notes (order_id, note) values (${order}, ${text})`;
const found = (tx: Tx, assignee: string) =>
  valueOf<string[]>(tx`select ids from office.find_orders(p_assignee => ${assignee})`);

test('notes on an order come back with it, and its customer may ask for them', async ({ tx }) => {
  const { id, customer, administrator } = await anOrder(tx);
  await note(tx, id, 'Ring twice');
  await note(tx, id, 'Asked for green ribbon');
  const one = await valueOf<string>(tx`select id from order_notes where note = 'Ring twice'`);
  const undoNote = await remove(tx, 'order_notes', one);
  const undo = await remove(tx, 'orders', id);
  await restore(tx, undo);
  expect(await noted(tx, id)).toEqual(['Asked for green ribbon']);
  // What was deleted before the order is not restored after it was gone.
  await expectRefusal(tx, 'unknown_trash', (t) => restore(t, undoNote));
  await actAs(tx, customer);
  expect(await valuesOf(tx`select note from own_notes()`)).toEqual(['Asked for green ribbon']);
  await actAsCustomer(tx);
  expect(await tx`select note from own_notes()`).toHaveLength(0);
  await actAsOwner(tx);
  const kept = tx`select author_id from order_notes where order_id = ${id}`;
  expect(await valuesOf(kept)).toEqual([administrator]);
});

test('orders are handed to an administrator and found by it, until that one is gone', async ({
  tx,
}) => {
  const { id, customer, administrator } = await anOrder(tx);
  const hand = (to: string | null) =>
    valueOf<number>(tx`select office.assign_orders(${[id]}, ${to})`);
  expect(await found(tx, 'none')).toContain(id);
  expect(await hand(administrator)).toBe(1);
  expect([await found(tx, administrator), await found(tx, '')]).toEqual([
    [id],
    expect.arrayContaining([id]),
  ]);
  expect(await found(tx, 'none')).not.toContain(id);
  const [change] = await valueOf<{ names: Record<string, string> }[]>(
    tx`select office.order_changes(${id})`,
  );
  expect(change?.names).toEqual({ [administrator]: 'Ida' });
  await expectRefusal(
    tx,
    'validation_failed',
    (t) => t`select office.assign_orders(${[id]}, ${customer})`,
  );
  const undo = await remove(tx, 'orders', id);
  await actAsOwner(tx);
  await addAdministrator(tx);
  await tx`delete from administrators where id = ${administrator}`;
  await actAsAdministrator(tx);
  await restore(tx, undo);
  expect(await found(tx, 'none')).toContain(id);
});
