import { expect } from 'vitest';
import { actAs, actAsOwner, actAsService, test } from './actors.ts';
import { valueOf } from './answers.ts';
import { addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { pay, placeOrder } from './orders.ts';

test('a review says whether its product was paid for here, and no last name', async ({ tx }) => {
  const customer = await addCustomer(tx);
  const [bought, other] = [await addProduct(tx), await addProduct(tx)];
  await tx`update profiles set firstname = 'Ada', lastname = ' O’Hara Weaver' where id = ${customer}`;
  await actAs(tx, customer);
  const { id } = await placeOrder(tx, [{ product: bought, quantity: 1 }], '20');
  const write = async (product: string) => {
    await actAsService(tx);
    return valueOf(tx`select add_review(${customer}, ${product}, 5, 'Good')`);
  };
  const author = { firstname: 'Ada', lastname: 'O.' };
  expect(await write(bought)).toMatchObject({ ...author, bought: false });
  await pay(tx, id, 2000);
  expect(await write(bought)).toMatchObject({ ...author, bought: true });
  expect(await write(other)).toMatchObject({ ...author, bought: false });
  await actAsOwner(tx);
  const stranger = await addCustomer(tx);
  await tx`update profiles set lastname = '' where id = ${stranger}`;
  await actAsService(tx);
  const strangers = tx`select add_review(${stranger}, ${bought}, 1, 'Bad')`;
  expect(await valueOf(strangers)).toMatchObject({ lastname: '', bought: false });
  await actAs(tx, null);
  expect(await valueOf(tx`select list_reviews(${bought})`)).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ ...author, bought: true })]),
  });
});
