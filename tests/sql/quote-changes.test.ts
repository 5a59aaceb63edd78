import { expect } from 'vitest';
import { actAs, actAsOwner, asOwner, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { accept, offer, offered, readQuote } from './quoting.ts';

const priceOf = async (tx: Tx, product: string) =>
  Number(await valueOf<string>(tx`select price from products where id = ${product}`));

test('a quote whose order was deleted is not accepted anew, and gets it back', async ({ tx }) => {
  const { member, administrator, quote } = await offered(tx);
  const { id } = await accept(tx, quote);
  await actAs(tx, administrator);
  const trash = await valueOf<string>(
    tx`select office.delete_records('orders', array[${id}::uuid])`,
  );
  await actAs(tx, member);
  await expectRefusal(tx, 'quote_moved', (point) => accept(point, quote));
  await actAs(tx, administrator);
  await tx`select office.restore_trash(array[${trash}::uuid])`;
  await actAs(tx, member);
  expect((await accept(tx, quote)).id).toBe(id);
});

test('an offer goes to another member when the one who asked has left', async ({ tx }) => {
  const { member, administrator, quote, product } = await offered(tx);
  await actAsOwner(tx);
  await tx`delete from company_members where user_id = ${member}`;
  await actAs(tx, administrator);
  await offer(tx, quote, [{ product, size: 'M', quantity: 2, unit_price: 30 }]);
  await tx`select office.answer_quote(${quote}, 'On Monday.')`;
  await actAsOwner(tx);
  const mails = await tx`
      select m.kind, p.id = ${member} as left from mail_outbox m join profiles p on p.email = m.recipient
      where m.data ->> 'quote' = ${quote} order by m.kind, 2 desc`;
  expect(mails).toEqual([
    { kind: 'quote_offered', left: true },
    { kind: 'quote_offered', left: false },
    { kind: 'quote_answered', left: false },
  ]);
});

test('prices without tax are accepted only where none is due, and vice versa', async ({ tx }) => {
  const { member, administrator, quote, product, company } = await offered(tx);
  const lines = [{ product, size: 'M', quantity: 1, unit_price: 100 }];
  await actAsOwner(tx);
  await tx`insert into tax_rates (country, class, rate) values ('IE', 'standard', 23), ('DE', 'standard', 19)`;
  await tx`update shop_settings set value = '"DE"' where name = 'seller_country'`;
  await tx`update companies set tax_free = true, vat_id = 'IE6388047V' where id = ${company}`;
  await actAs(tx, member);
  // Offered with tax, before the company was free of it.
  await expectRefusal(tx, 'quote_moved', (point) => accept(point, quote));
  await actAs(tx, administrator);
  // The prices of the shop next to it are without tax too; stock is named where it is counted.
  const goods = () => tx`select office.quoted_goods(${quote}, ${[product]})`;
  expect(await valueOf<object[]>(goods())).toContainEqual({
    ...{ product, size: 'M', color: null, stock: null },
    price: Math.round((await priceOf(tx, product)) * (100 / 1.23)) / 100,
  });
  await asOwner(
    tx,
    () => tx`update product_variants set policy = 'backorder' where product_id = ${product}`,
  );
  expect(await valueOf(goods())).toMatchObject([{ stock: 0 }, { stock: 0 }]);
  await offer(tx, quote, lines);
  await actAs(tx, member);
  await tx`update profiles set country = 'Germany' where id = ${member}`;
  await expectRefusal(tx, 'quote_moved', (point) => accept(point, quote));
  await tx`update profiles set country = 'Ireland' where id = ${member}`;
  expect(await readQuote(tx, quote)).toMatchObject({ price: { total_price: 100 } });
  expect(await accept(tx, quote)).toMatchObject({ total_price: 100 });
});
