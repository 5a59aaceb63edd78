import { expect } from 'vitest';
import { actAs, actAsOwner, asOwner, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { actAsAdministrator } from './people.ts';
import { addProduct } from './goods.ts';

interface Told {
  unseen: number;
  items: { kind: string; title: string; amount: number | null; new: boolean }[];
}

const told = (tx: Tx) => valueOf<Told>(tx`select office.notifications(3)`);

test('notifications list orders, messages and what is sold out, newest first', async ({ tx }) => {
  const administrator = await actAsAdministrator(tx);
  await tx`select office.mark_notifications_seen()`;
  await actAsOwner(tx);
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await tx`insert into orders (firstname, lastname, total_price, created_at)
      values ('Ida', 'Brook', 12.5, ${soon(1)})`;
  await tx`insert into contact_messages (firstname, email, message, created_at)
      values ('Ann', 'ann@test.example', 'Hello', ${soon(3)})`;
  const product = await addProduct(tx, { title: 'Coat', availability: 'OutofStock' });
  await tx`update audit_log set happened_at = ${soon(2)} where record_id = ${product}`;
  // Any other edit since is no news of this kind.
  await tx`update products set price = 30, updated_at = ${soon(9)} where id = ${product}`;
  const back = await addProduct(tx, { title: 'Cape', availability: 'OutofStock' });
  await tx`update products set availability = 'InStock' where id = ${back}`;
  await actAs(tx, administrator);
  const { unseen, items } = await told(tx);
  expect(items).toMatchObject([
    { kind: 'message', title: 'Ann', amount: null, new: true },
    { kind: 'out-of-stock', title: 'Coat', amount: null, new: true },
    { kind: 'order', title: 'Ida Brook', amount: 12.5, new: true },
  ]);
  expect(unseen).toBe(3);
  await asOwner(tx, () => tx`update notifications_seen set seen_at = ${soon(2.5)}`);
  const later = await told(tx);
  expect([later.unseen, later.items.map((it) => it.new)]).toEqual([1, [true, false, false]]);
});
