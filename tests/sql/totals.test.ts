import { describe, expect } from 'vitest';
import { actAs, actAsOwner, rolledBack, test, type Tx } from './actors.ts';
import { only, rowOf, valueOf } from './answers.ts';
import { actAsAdministrator, addAdministrator, addCustomer } from './people.ts';

/** One view of the shop for the whole test, whatever other tests commit meanwhile. */
const inOneView = (work: (tx: Tx) => Promise<void>) =>
  rolledBack(work, 'isolation level repeatable read');

async function totals(tx: Tx) {
  return await rowOf(tx<{ users: number; orders: number; income: string }[]>`
      select office.total_users() as users, office.total_orders() as orders, office.monthly_income() as income`);
}

describe('the totals', () => {
  test('count customers, orders and what was paid this month', async () => {
    await inOneView(async (tx) => {
      const administrator = await actAsAdministrator(tx);
      const before = await totals(tx);
      await actAsOwner(tx);
      await addCustomer(tx);
      await tx`insert into orders (total_price, status, paid_at) values
        (10.10, 'Paid', now()),
        (20.20, 'Paid', date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'),
        (400, 'Paid', (date_trunc('month', now() at time zone 'UTC') at time zone 'UTC') - interval '1 second'),
        (500, 'Pending', null), (600, 'Held', null), (700, 'Refunded', now())`;
      await actAs(tx, administrator);
      const after = await totals(tx);
      expect(after.users - before.users).toBe(1);
      expect(after.orders - before.orders).toBe(6);
      const cents = (income: string) => Math.round(Number(income) * 100);
      expect(cents(after.income) - cents(before.income)).toBe(3030);
    });
  });

  test('count an order that was set to Paid by hand', async () => {
    await inOneView(async (tx) => {
      await tx`insert into orders (id, total_price) values ('00000000-0000-4000-8000-0000000000aa', 5)`;
      const paid = await tx`update orders set status = 'Paid'
        where id = '00000000-0000-4000-8000-0000000000aa' returning paid_at is not null as dated`;
      expect(only(paid)).toEqual({ dated: true });
    });
  });

  test('name what sold best, under the kept title where the product is gone, also of two years', async () => {
    await inOneView(async (tx) => {
      const administrator = await addAdministrator(tx);
      // Long before the demo's orders.
      await tx`insert into orders (id, total_price, status, paid_at) values
        ('00000000-0000-4000-8000-0000000000ab', 45, 'Paid', '2001-03-31T23:30:00Z'),
        ('00000000-0000-4000-8000-0000000000ac', 20, 'Paid', '2002-04-01T00:30:00Z'),
        ('00000000-0000-4000-8000-0000000000ad', 70, 'Held', '2002-04-01T00:30:00Z')`;
      const lines = [...'ABCDEFGHIJ'].map((title, at) => ({ title, quantity: at === 2 ? 9 : 1 }));
      for (const { title, quantity } of [...lines, { title: 'A', quantity: 3 }]) {
        await tx`insert into order_items (order_id, title, quantity, unit_price)
          values ('00000000-0000-4000-8000-0000000000ab', ${title}, ${quantity}, 2.50)`;
      }
      await actAs(tx, administrator);
      const figures = await valueOf<{
        income: { orders: number }[];
        bestSellers: { title: string }[];
      }>(tx`select office.sales_figures('2001-03-05', '2002-04-02', 'month')`);
      expect(figures.income.map((it) => it.orders)).toEqual([1, ...Array(12).fill(0), 1]);
      expect(figures.bestSellers).toHaveLength(8);
      expect(figures.bestSellers.slice(0, 3)).toMatchObject([
        { title: 'C', pieces: 9, income: 22.5, product_id: null },
        { title: 'A', pieces: 4, income: 10 },
        { title: 'B', pieces: 1 },
      ]);
    });
  });
});

test('a customer counts the own orders only', async ({ tx }) => {
  const [mine, theirs] = [await addCustomer(tx), await addCustomer(tx)];
  await tx`insert into orders (user_id, total_price) values (${mine}, 1), (${mine}, 2), (${theirs}, 3)`;
  await actAs(tx, mine);
  expect(await valueOf(tx`select order_count()`)).toBe(2);
});
