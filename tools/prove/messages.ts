import { randomUUID } from 'node:crypto';
import { shopCurrency } from '../../supabase/functions/_shared/domain/currency.ts';
import { toMinor } from '../../supabase/functions/_shared/domain/money.ts';
import { paystack, type Money, type PageProvider } from './page-providers.ts';
import type { Placed } from './shopper.ts';
import type { World } from './world.ts';

/** An order that went to the page of a provider, with what it costs. */
export interface PlacedCoat extends Placed {
  cents: number;
  provider: PageProvider;
}

/** An order of one coat, gone to the card page. @throws if it was refused */
export async function placeCoat(
  world: World,
  place: number,
  provider = paystack,
  quantity = 1,
): Promise<PlacedCoat> {
  const buyer = world.buyers[place % world.buyers.length];
  const amount = await world.priceOf(world.coat, quantity);
  const wish = { amount, quantity, key: randomUUID(), payWith: provider.name };
  const placed = await buyer?.order(world.coat, wish);
  const order = placed && buyer?.toPlaced(placed.reply);
  if (!order) throw new Error(`No order: ${JSON.stringify(placed)}`);
  return { ...order, cents: toMinor(amount), provider };
}

/** Paid in the provider's books, and nobody is told. */
export const payUntold = (world: World, it: PlacedCoat, paid?: Partial<Money>): Promise<void> =>
  it.provider.payUntold(world, it, paid);

/** The provider's message about a payment, of what the order costs unless told otherwise. */
export const charged = (it: PlacedCoat, paid: Partial<Money> = {}): string =>
  it.provider.charged(it, { cents: it.cents, currency: shopCurrency(), ...paid });

/** Sends a message as the provider does, signed by its key unless another signature is given; the status of the answer. */
export async function deliver(
  world: World,
  provider: PageProvider,
  body: string,
  signed = provider.sign(body, provider.keyOf(world)),
): Promise<number> {
  const { url = '' } = world.supabase ?? {};
  const answer = await fetch(`${url}/functions/v1/payments/webhook/${provider.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [provider.header]: signed },
    body,
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Sends the provider's message that an order was paid. */
export const tellPaid = (world: World, it: PlacedCoat): Promise<number> =>
  deliver(world, it.provider, charged(it));

/** What the scheduled task does: asks the provider about open payments, ends holds. */
export async function reconcile(world: World): Promise<number> {
  const { url = '', serviceRoleKey = '' } = world.supabase ?? {};
  const answer = await fetch(`${url}/functions/v1/payments/reconcile?minutes=0`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceRoleKey}` },
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Statuses of orders, in the order of the ids. */
export async function statusesOf(
  { sql }: World,
  orders: readonly (string | undefined)[],
): Promise<(string | undefined)[]> {
  const ids = orders.filter((it) => it !== undefined);
  const rows = await sql<{ id: string; status: string }[]>`
    select id, status::text from orders where id = any (${ids})`;
  const found = new Map(rows.map((it) => [it.id, it.status]));
  return orders.map((id) => found.get(id ?? ''));
}

/** How often each order was settled: its invoice, and the messages that were noted. */
export async function settledOnce({ sql }: World, orders: readonly string[]): Promise<number> {
  const rows = await sql`
    select o.id from orders o where o.id = any (${[...orders]}) and o.status = 'Paid'
      and (select count(*) from invoices i where i.order_id = o.id and i.kind = 'invoice') = 1
      and (select count(*) from payment_attempts a where a.order_id = o.id and a.status = 'paid') = 1`;
  return rows.length;
}
