import { afterAll, expect, test } from 'vitest';
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
import { addAdministrator, addCustomer, addProduct } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

interface Told {
  unseen: number;
  items: { kind: string; title: string; amount: number | null; new: boolean }[];
}

const told = async (tx: Tx) =>
  only(await tx<{ told: Told }[]>`select office.notifications(3) as told`).told;

test('notifications list orders, messages and products out of stock, newest first, and mark new ones', async () => {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    await actAs(tx, administrator);
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
    await actAsOwner(tx);
    await tx`update notifications_seen set seen_at = ${soon(2.5)}`;
    await actAs(tx, administrator);
    const later = await told(tx);
    expect([later.unseen, later.items.map((it) => it.new)]).toEqual([1, [true, false, false]]);
  });
});

test('figures, lists and the bell are for administrators only', async () => {
  await rolledBack(sql, async (tx) => {
    await actAs(tx, await addCustomer(tx));
    const refused = raised('not_an_administrator');
    for (const asked of [
      ...[
        'office.notifications()',
        'office.mark_notifications_seen()',
        'office.open_tasks()',
        'office.list_audit()',
      ],
      ...["office.sales_figures('2026-01-01', '2026-02-01')", 'office.list_contact_messages()'],
      ...["office.mark_contact_messages('{}', true)", 'office.move_faq(gen_random_uuid(), 1)'],
      ...[
        'office.list_admin_banners()',
        'office.list_admin_advertisements()',
        'office.list_admin_faqs()',
        'office.list_admin_synonyms()',
        'office.list_admin_vouchers()',
      ],
    ]) {
      expect(await refusalOf(tx, (point) => point`select ${point.unsafe(asked)}`), asked).toEqual(
        refused,
      );
    }
  });
});
