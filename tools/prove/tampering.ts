import { randomUUID } from 'node:crypto';
import { shopCurrency } from '../../supabase/functions/_shared/domain/currency.ts';
import { fromMinor } from '../../supabase/functions/_shared/domain/money.ts';
import { askPatiently, type Answer } from './ask.ts';
import { placeCoat, statusesOf } from './messages.ts';
import { lineOf, type Shopper } from './shopper.ts';
import { counts, each, times } from './many.ts';
import type { Trial } from './trial.ts';
import { people, type World } from './world.ts';

const area = 'tampering';

const ordersOf = async ({ sql }: World, { email }: Shopper): Promise<number> => {
  const rows = await sql`
    select o.id from orders o join ${people(sql)} p on p.id = o.user_id where p.email = ${email}`;
  return rows.length;
};

const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500;

const wrongOrders: Trial = {
  area,
  what: 'Orders with a made-up price, quantity, product or size',
  async run(world, tally) {
    const { buyers, coat, priceOf } = world;
    const price = await priceOf(coat, 1);
    const soldOut = await world.addGarment(0);
    const cheaper = await world.addGarment(100, 2);
    const line = lineOf(coat, 1);
    const unit = fromMinor(1);
    const amounts = [price - unit, price + unit, unit, 0, -price, 1e9, `${price}`, null];
    const quantities = [0, -1, 1.5, 1000, 1e12, '1', null];
    const lines = [
      { ...line, product: randomUUID() },
      { ...line, product: soldOut._id },
      { ...line, product: `${coat._id}' or true --` },
      { ...line, size: 'no such size' },
      { ...line, price: 0.01, unitPrice: 0.01, quantity: 2 },
      // The price of a cheaper product for this one.
      { ...line, product: coat._id, amount: cheaper.price },
    ];
    const bodies: object[] = [
      ...amounts.map((amount) => ({ amount, products: [line] })),
      ...quantities.map((quantity) => ({ amount: price, products: [{ ...line, quantity }] })),
      ...lines.slice(0, 5).map((it) => ({ amount: price, products: [it] })),
      ...lines.slice(5).map((it) => ({ amount: cheaper.price, products: [it] })),
      { amount: price, products: [] },
      { amount: price * 2, products: [line, lineOf(coat, -1)] },
      { amount: price - 2, voucher: 'NO-SUCH', products: [line] },
      { amount: price, voucher: 'NO-SUCH', products: [line] },
    ];
    await each(buyers.slice(0, 4), 4, async (buyer) => {
      const before = await ordersOf(world, buyer);
      for (const body of bodies) {
        const json = { email: buyer.email, ...body };
        const answer = await buyer.ask('POST', '/orders/place-order', { json });
        tally.same(`refused ${JSON.stringify(body)}`, isRefused(answer), true);
      }
      tally.same('orders placed', (await ordersOf(world, buyer)) - before, 0);
    });
  },
};

const extraFields: Trial = {
  area,
  what: 'Orders that name another customer, currency, total or status',
  async run(world, tally) {
    const { buyers, coat, priceOf, sql } = world;
    const amount = await priceOf(coat, 1);
    const [other] = buyers.slice(-1);
    await each(buyers.slice(0, 10), 5, async (buyer) => {
      const forged = {
        ...{ user: other?.email, user_id: other?.email, userId: other?.email },
        ...{ currency: 'NGN', totalPrice: 2, total_price: 2, discount: amount, shipping: -5 },
        ...{ status: 'Paid', paidAt: '2026-01-01', paymentReference: randomUUID() },
      };
      const json = { email: buyer.email, amount, products: [lineOf(coat, 1)], ...forged };
      const { reply } = await buyer.ask('POST', '/orders/place-order', { json });
      const id = reply.order?._id ?? randomUUID();
      const [row] = await sql<object[]>`
        select p.email, o.status::text, o.total_price::float as total, discount::float as discount,
          o.currency = shop_currency() as own_currency
        from orders o join ${people(sql)} p on p.id = o.user_id where o.id = ${id}`;
      const expected = { email: buyer.email, status: 'Pending', total: amount, discount: 0 };
      tally.same('the order', { ...row }, { ...expected, own_currency: true });
    });
  },
};

/** The order, its lines and payments as one text. */
async function fingerprint({ sql }: World, order: string): Promise<string> {
  const [row] = await sql<{ text: string }[]>`
    select to_jsonb(o) - 'search_words' || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(i) order by i.id) from order_items i where i.order_id = o.id),
      'payments', (select jsonb_agg(to_jsonb(a)) from payment_attempts a where a.order_id = o.id)) #>> '{}' as text
    from orders o where o.id = ${order}`;
  return row?.text ?? '';
}

const strangers: Trial = {
  area,
  what: 'Reading, paying, cancelling, refunding or deleting someone else’s order',
  async run(world, tally) {
    await each(times(10, Number), 5, async (_, i) => {
      const mine = await placeCoat(world, i);
      const before = await fingerprint(world, mine.order);
      const thief = world.buyers[(i + 1) % world.buyers.length];
      const { order: id, reference } = mine;
      const questions: [string, string, unknown?][] = [
        ['GET', `/orders/user-orders/${id}`],
        ['POST', `/orders/${id}/pay`, {}],
        ['POST', `/orders/${id}/cancel`, {}],
        ['POST', '/orders/settle', { reference }],
        ['GET', `/orders/admin/${id}`],
        ['POST', `/orders/admin/${id}/refund`, { reference }],
        ['POST', `/orders/admin/${id}/check-payment`, {}],
        ['POST', '/orders/admin/cancel', { ids: [id] }],
        ['DELETE', `/orders/delete-order/${id}`],
      ];
      for (const [method, path, json] of questions) {
        const more = json === undefined ? {} : { json };
        const answers = [
          await thief?.ask(method, path, more),
          // Without a token, and with one that names the other customer under the old signature.
          await askPatiently(world.siteUrl, { method, path, ...more }),
          await askPatiently(world.siteUrl, {
            method,
            path,
            ...more,
            token: forged(thief, mine.owner),
          }),
        ];
        const refused = answers.map(
          (it) => it !== undefined && [401, 403, 404].includes(it.status),
        );
        tally.same(`${method} ${path}`, refused, [true, true, true], 3);
      }
      tally.same('the order afterwards', await fingerprint(world, id), before);
    });
  },
};

/** The token of the first with the claims of the second. */
function forged(first: Shopper | undefined, second: Shopper): string {
  const [head, , sign] = (first?.token ?? '').split('.');
  return [head, second.token.split('.')[1], sign].join('.');
}

const directWrites: Trial = {
  area,
  what: 'Writing to orders, payments, stock and prices through Supabase’s own API',
  needs: ['messages'],
  async run(world, tally) {
    const { url = '', anonKey = '' } = world.supabase ?? {};
    await each(times(5, Number), 5, async (_, i) => {
      const { owner, order, reference } = await placeCoat(world, i);
      const before = await fingerprint(world, order);
      const writes: [string, string, object][] = [
        ['PATCH', `orders?id=eq.${order}`, { status: 'Paid', total_price: 1 }],
        ['PATCH', `order_items?order_id=eq.${order}`, { unit_price: 1, quantity: 9 }],
        ['PATCH', `payment_attempts?reference=eq.${reference}`, { status: 'paid', paid_minor: 1 }],
        ['DELETE', `orders?id=eq.${order}`, {}],
        ['PATCH', `products?id=eq.${world.coat._id}`, { price: 1 }],
        ['PATCH', `product_variants?product_id=eq.${world.coat._id}`, { on_hand: 9, held: 0 }],
        ['DELETE', `stock_holds?order_id=eq.${order}`, {}],
        [
          'POST',
          'refunds',
          { reference, order_id: order, amount_minor: 1, currency: shopCurrency() },
        ],
        ['POST', 'administrators', { id: randomUUID() }],
        ['POST', 'rpc/settle_payment', { p_reference: reference, p_event_key: 'x', p_event: 'x' }],
        ['POST', 'rpc/start_refund', { p_reference: reference, p_id: randomUUID() }],
        ['POST', 'rpc/release_expired_holds', {}],
      ];
      const stock = () => world.sql`
        select price, (select array_agg(on_hand) from product_variants where product_id = p.id) as pieces
        from products p where id = ${world.coat._id}`;
      const shelf = [...(await stock())];
      for (const [method, path, body] of writes) {
        const answer = await fetch(`${url}/rest/v1/${path}`, {
          method,
          headers: {
            ...{ apikey: anonKey, authorization: `Bearer ${owner.token}` },
            ...{ 'content-type': 'application/json', prefer: 'return=minimal' },
          },
          body: JSON.stringify(body),
        });
        await answer.body?.cancel();
        // No rights, no such function for customers, or no row that may be written.
        tally.same(`${method} ${path}`, answer.status >= 400 || answer.status === 204, true);
      }
      tally.same('the order afterwards', await fingerprint(world, order), before);
      tally.same('stock and prices afterwards', [...(await stock())], shelf);
    });
  },
};

const oldPrices: Trial = {
  area,
  what: 'Orders at a price that has changed since it was shown',
  async run(world, tally) {
    const garment = await world.addGarment(1000);
    const amount = await world.priceOf(garment, 1);
    await world.sql`update products set price = price + 5 where id = ${garment._id}`;
    const many = world.buyers.slice(0, 20);
    const answers = await Promise.all(many.map((it) => it.order(garment, { amount })));
    const outcomes = counts(answers.map(({ status, reply }) => reply.code ?? status));
    tally.same('orders', outcomes, { amount_differs: many.length }, many.length);
    const placed = answers.map(({ reply }) => reply.order?._id).filter((it) => it !== undefined);
    tally.same('orders placed', await statusesOf(world, placed), []);
  },
};

export const tampering: Trial[] = [wrongOrders, extraFields, strangers, directWrites, oldPrices];
