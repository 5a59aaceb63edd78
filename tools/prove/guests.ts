import { randomUUID } from 'node:crypto';
import { until, type Answer } from './ask.ts';
import { counts, each, times } from './many.ts';
import { lineOf, Shopper } from './shopper.ts';
import type { Trial } from './trial.ts';
import type { World } from './world.ts';

const area = 'guests';

const guestOf = ({ siteUrl, domain }: World): Promise<Shopper> =>
  Shopper.visit(siteUrl, { domain });

async function addCoats(by: Shopper, { coat }: World, quantity: number): Promise<void> {
  const { product: productId, ...line } = lineOf(coat, quantity);
  await by.ask('POST', '/cart/add-to-cart', { json: { productId, ...line } });
}

const whilePaying: Trial = {
  area,
  what: 'A guest becomes a customer while the card is being charged',
  needs: ['sandbox'],
  async run(world, tally) {
    const { coat, priceOf, sql } = world;
    const amount = await priceOf(coat, 1);
    await each(times(10, Number), 5, async () => {
      const guest = await guestOf(world);
      await addCoats(guest, world, 1);
      const { reply } = await guest.order(coat, { amount, checkout: true });
      const placed = guest.toPlaced(reply);
      if (!placed) throw new Error(`No order: ${JSON.stringify(reply)}`);
      const password = `wool-${randomUUID()}`;
      await Promise.all([
        guest.useCard(placed, 'pay').then(() => guest.settle(placed)),
        ...times(2, () => guest.keepAccount(password)),
      ]);
      const { status } = await guest.signInTo(guest.email, password);
      const [found] = await sql<object[]>`
        select o.status::text, o.by_guest,
          (select count(*)::int from profiles p where p.id = o.user_id and p.email = ${guest.email}) as accounts,
          (select count(*)::int from visitors v where v.id = o.user_id) as visitors,
          (select count(*)::int from cart_items c where c.user_id = o.user_id) as lines
        from orders o where o.id = ${placed.order}`;
      const expected = { status: 'Paid', by_guest: false, accounts: 1, visitors: 0, lines: 0 };
      tally.same(
        'order and account',
        { signedIn: status, ...found },
        { signedIn: 200, ...expected },
      );
    });
  },
};

const joinedTwice: Trial = {
  area,
  what: 'The cart of a guest joined to an account by five logins at once',
  async run(world, tally) {
    const { siteUrl, domain, sql } = world;
    await each(times(10, Number), 5, async () => {
      const guest = await guestOf(world);
      const owner = await Shopper.visit(siteUrl, { domain });
      const password = `wool-${randomUUID()}`;
      await owner.keepAccount(password);
      await addCoats(owner, world, 2);
      await addCoats(guest, world, 3);
      const logins = await Promise.all(times(5, () => guest.signInTo(owner.email, password)));
      tally.same('logins', counts(logins.map((it) => it.status)), { 200: 5 }, 5);
      const lines = await sql<{ quantity: number }[]>`
        select c.quantity from cart_items c join profiles p on p.id = c.user_id
        where p.email = ${owner.email}`;
      tally.same(
        'pieces in the cart',
        lines.map((it) => it.quantity),
        [5],
      );
      const after = await guest.ask('GET', '/cart/get-cart');
      tally.same('the visit', after.status, 401);
    });
  },
};

/** The token of the link in the mail about an order. */
async function linkMailedTo({ supabase }: World, email: string): Promise<string> {
  return until('the mail', async () => {
    const address = `${supabase?.url}/mailbox?to=${encodeURIComponent(email)}`;
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    const mails = (await response.json()) as { text: string }[];
    return /\/order\/([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? null;
  });
}

/** The same link with the id of another order in it. */
function forge(token: string, order: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: order })).toString('base64url');
  return [header, forged, signature].join('.');
}

const linkOfAnother: Trial = {
  area,
  what: 'The link of one guest’s order tried on another’s',
  needs: ['sandbox', 'own'],
  async run(world, tally) {
    const { coat, priceOf, sql } = world;
    const amount = await priceOf(coat, 1);
    const place = async () => {
      const guest = await guestOf(world);
      const placed = guest.toPlaced((await guest.order(coat, { amount })).reply);
      if (!placed) throw new Error('No order');
      return placed;
    };
    const stateOf = async (order: string) => {
      const [row] = await sql<{ text: string }[]>`
        select concat_ws(' ', o.status, o.refunded, (select count(*) from payment_attempts a where a.order_id = o.id),
          (select count(*) from returns r where r.order_id = o.id)) as text from orders o where o.id = ${order}`;
      return row?.text;
    };
    await each(times(5, Number), 5, async () => {
      const [own, other] = await Promise.all([place(), place()]);
      await own.owner.useCard(own, 'pay');
      await own.owner.settle(own);
      const link = await linkMailedTo(world, own.owner.email);
      const before = await stateOf(other.order);
      const [line] = await sql<{ id: string }[]>`
        select id from order_items where order_id = ${other.order}`;
      const json = { lines: [{ line: line?.id, quantity: 1 }] };
      const path = (token: string, what: string) => `/orders/by-link/${token}${what}`;
      const forged = forge(link, other.order);
      const tries: Promise<Answer>[] = [
        ...['', '/cancel', '/pay'].map((what) =>
          own.owner.ask(what ? 'POST' : 'GET', path(forged, what), what ? { json: {} } : {}),
        ),
        own.owner.ask('POST', path(forged, '/returns'), { json }),
        own.owner.ask('POST', path(link, '/returns'), { json }),
        own.owner.ask('POST', path(link, '/settle'), { json: { reference: other.reference } }),
        own.owner.ask('GET', `/orders/user-orders/${other.order}`),
        own.owner.ask('POST', `/orders/${other.order}/cancel`, { json: {} }),
      ];
      const statuses = counts((await Promise.all(tries)).map((it) => it.status));
      tally.same('refusals', statuses, { 404: 7, 409: 1 }, tries.length);
      tally.same('the other order', await stateOf(other.order), before);
    });
  },
};

export const guests: Trial[] = [whilePaying, joinedTwice, linkOfAnother];
