import { randomUUID } from 'node:crypto';
import { each, times } from './many.ts';
import { statusesOf } from './messages.ts';
import { lineOf } from './shopper.ts';
import type { Trial } from './trial.ts';
import { providerOf, type World } from './world.ts';

const area = 'free';

const buyerAt = ({ buyers }: World, place: number) => {
  const buyer = buyers[place % buyers.length];
  if (!buyer) throw new Error('There is no buyer.');
  return buyer;
};

/** What the provider knows of these payments. */
async function atProvider(world: World, references: readonly string[]): Promise<number> {
  const rows = await providerOf(world)`
    select t.id from transactions t where t.reference = any (${[...references]})`;
  return rows.length;
}

const undone: Trial = {
  area,
  what: 'Orders of $0.00, cancelled by customer and office and refunded, at once: piece and voucher are free again',
  needs: ['sandbox'],
  async run(world, tally) {
    await each(times(10, Number), 5, async (_, i) => {
      const buyer = buyerAt(world, i);
      const [garment, voucher] = [await world.addGarment(1), randomUUID().toUpperCase()];
      await world.sql`insert into vouchers (code, kind, value, max_uses) values (${voucher}, 'percent', 100, 1)`;
      const order = async () => {
        const { status, reply } = await buyer.order(garment, { amount: 0, voucher });
        const placed = buyer.toPlaced(reply);
        if (status !== 201 || !placed) throw new Error(`No order: ${JSON.stringify(reply)}`);
        return placed;
      };
      const it = await order();
      await Promise.all([
        buyer.ask('POST', `/orders/${it.order}/cancel`, { json: {} }),
        world.office('POST', '/orders/admin/cancel', { ids: [it.order] }),
        world.office('POST', `/orders/admin/${it.order}/refund`, {
          reference: it.reference,
          cancel: true,
        }),
      ]);
      tally.same('undone', await statusesOf(world, [it.order]), ['Cancelled'], 3);
      const again = await order();
      tally.same('the next order', await statusesOf(world, [again.order]), ['Paid']);
      const references = [it.reference, again.reference];
      tally.same('payments at the provider', await atProvider(world, references), 0);
    });
  },
};

const gifts: Trial = {
  area,
  what: 'A piece of $0.00 in a paid order, refunded twenty times at once: closed once, and no money moves',
  needs: ['sandbox'],
  async run(world, tally) {
    const gift = await world.addGarment(1_000, 0);
    await each(times(5, Number), 5, async (_, i) => {
      const buyer = buyerAt(world, i);
      const json = {
        email: buyer.email,
        amount: await world.priceOf(world.coat, 1),
        products: [lineOf(world.coat, 1), lineOf(gift, 1)],
      };
      const { reply } = await buyer.ask('POST', '/orders/place-order', { json });
      const it = buyer.toPlaced(reply);
      if (!it) throw new Error(`No order: ${JSON.stringify(reply)}`);
      await buyer.useCard(it, 'pay');
      tally.same('paid', await buyer.settle(it), 'paid', 0);
      const [line] = await world.sql<{ id: string }[]>`
        select id from order_items where order_id = ${it.order} and unit_price = 0`;
      const body = { reference: it.reference, lines: [{ line: line?.id, quantity: 1 }] };
      const answers = await Promise.all(
        times(20, () => world.office('POST', `/orders/admin/${it.order}/refund`, body)),
      );
      tally.same('refunds', answers.filter(({ status }) => status === 200).length, 1, 20);
      const back = await providerOf(world)`
        select from refunds r join transactions t on t.id = r.transaction where t.reference = ${it.reference}`;
      tally.same('refunds at the provider', back.length, 0);
      tally.same('the order', await statusesOf(world, [it.order]), ['Paid']);
    });
  },
};

export const free: Trial[] = [undone, gifts];
