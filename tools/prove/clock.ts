import { randomUUID } from 'node:crypto';
import { toMinor } from '../../supabase/functions/_shared/domain/money.ts';
import { each, times } from './many.ts';
import { payUntold, reconcile, statusesOf, tellPaid } from './messages.ts';
import { paystack } from './page-providers.ts';
import type { Trial } from './trial.ts';

const area = 'time';

const endedHolds: Trial = {
  area,
  what: 'The last piece, not paid in time: the next customer gets it, and the late payment is held',
  needs: ['own', 'sandbox', 'messages'],
  async run(world, tally) {
    const { buyers, sql } = world;
    await each(times(10, Number), 5, async (_, i) => {
      const [first, second] = [buyers[2 * i], buyers[2 * i + 1]];
      const garment = await world.addGarment(1);
      const amount = await world.priceOf(garment, 1);
      const early = await first?.order(garment, { amount, payWith: paystack.name });
      const order = early && first?.toPlaced(early.reply);
      if (!first || !second || !order) throw new Error('There is no first order.');
      const tooEarly = await second.order(garment, { amount });
      tally.same('while the first customer may still pay', tooEarly.reply.code, 'out_of_stock');
      await sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${order.order}`;
      await reconcile(world);
      const next = second.toPlaced((await second.order(garment, { amount })).reply);
      if (!next) throw new Error('A piece was not given back.');
      await second.useCard(next, 'pay');
      tally.same('the next customer’s order', await second.settle(next), 'paid');
      const late = { ...order, cents: toMinor(amount), provider: paystack };
      await payUntold(world, late);
      await tellPaid(world, late);
      tally.same('the order paid too late', await statusesOf(world, [order.order]), ['Held']);
    });
  },
};

const endedVouchers: Trial = {
  area,
  what: 'Vouchers that end, or are postponed, after the cart showed their price',
  needs: ['own'],
  async run({ buyers, coat, priceOf, sql }, tally) {
    const code = randomUUID().toUpperCase();
    await sql`insert into vouchers (code, kind, value) values (${code}, 'percent', 50)`;
    const amount = await priceOf(coat, 1, code);
    const tryAll = async (when: string) => {
      const many = buyers.slice(0, 20);
      const answers = await Promise.all(
        many.map((it) => it.order(coat, { amount, voucher: code })),
      );
      const codes = new Set(answers.map(({ reply }) => reply.code));
      tally.same(when, [...codes], ['voucher_refused'], many.length);
    };
    await sql`update vouchers set ends_at = now() - interval '1 second' where code = ${code}`;
    await tryAll('ended');
    await sql`update vouchers set ends_at = null, starts_at = now() + interval '1 day' where code = ${code}`;
    await tryAll('not begun');
  },
};

export const clock: Trial[] = [endedHolds, endedVouchers];
