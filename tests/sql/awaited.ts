import { actAsOwner, actAsService, asOwner, test as base, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { actAsCustomer } from './people.ts';
import { addCountedProduct } from './counted-goods.ts';
import { placeOrder } from './orders.ts';

/** A shop that takes bank transfers, with pieces held for five days, and payment on delivery. */
export async function takeBoth(tx: Tx) {
  const facts = { mode: 'live', currencies: null, countries: null, minimums: {} };
  const ways = {
    transfer: { ...facts, kind: 'transfer' },
    cash: { ...facts, kind: 'on_delivery' },
  };
  await tx`update private.function_settings set value = value || ${JSON.stringify(ways)}::text::jsonb
    where name = 'PAYMENT_PROVIDERS'`;
  await tx`insert into payment_methods (provider, position, is_on, days)
    values ('transfer', 2, true, 5), ('cash', 3, true, 14)
    on conflict (provider) do update set is_on = true, days = excluded.days`;
}

/** An order of two of three pieces, 40 dollars, to be paid in this way. */
async function addAwaited(tx: Tx, way: string) {
  await actAsOwner(tx);
  await takeBoth(tx);
  const { product, variant } = await addCountedProduct(tx, { M: 3 });
  const customer = await actAsCustomer(tx, {
    address: '4 Mill Lane',
    country: 'Ireland',
    postcode: 'D02',
    city: 'Dublin',
  });
  await tx`select add_to_cart(${product}, 2, 'M')`;
  const lines = [{ product, quantity: 2, size: 'M' }];
  const { id } = await placeOrder(tx, lines, 40, { pay_with: way, checkout: false });
  return { id, customer, product, variant: variant('M') };
}

export const test = base
  .extend('transfer', ({ tx }) => addAwaited(tx, 'transfer'))
  .extend('cash', ({ tx }) => addAwaited(tx, 'cash'));

export const paymentOf = (tx: Tx, order: string) =>
  asOwner(tx, () =>
    valueOf<Record<string, unknown>>(
      tx`select private.payment_of(o) from orders o where id = ${order}`,
    ),
  );

/** As an administrator. */
export const markPaid = (tx: Tx, order: string, amount?: number, due?: number) =>
  valueOf<string>(
    tx`select office.mark_paid(${order}, 'Statement 12', ${amount ?? null}, ${due ?? null})`,
  );

export const attemptsOf = (tx: Tx, order: string) =>
  asOwner(tx, () =>
    valuesOf<string>(tx`select concat_ws(' ', status, paid_minor) from payment_attempts
      where order_id = ${order} order by created_at, reference`),
  );

export const mailsOf = (tx: Tx, order: string) =>
  asOwner(tx, () =>
    valuesOf<string>(
      tx`select kind from mail_outbox where order_id = ${order} order by kind::text`,
    ),
  );

/** Lets the time pass for which pieces are held. */
export async function letHoldsEnd(tx: Tx, order: string) {
  await actAsOwner(tx);
  await tx`update stock_holds set expires_at = now() - interval '1 minute' where order_id = ${order}`;
  await actAsService(tx);
  await tx`select release_expired_holds()`;
}
