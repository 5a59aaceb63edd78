import { randomUUID } from 'node:crypto';
import { actAs, actAsOwner, asOwner, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { addProduct } from './goods.ts';
import { addCountedProduct } from './counted-goods.ts';
import { pay, placeOrder } from './orders.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { addVoucher } from './voucher-orders.ts';

export const json = (value: unknown) => JSON.stringify(value);

export interface Sale {
  price?: string;
  /** Percent that a voucher takes off. */
  voucher?: number;
  /** Percent, in the prices or on top. */
  tax?: number;
  onTop?: boolean;
  pieces?: Record<string, number>;
}

interface Sold {
  customer: string;
  office: string;
  product: string;
  variant: (size: string) => string;
  order: string;
  reference: string;
  line: string;
}

/** Three M for $20 each that were paid and sent, with taxes a hat too; L costs 5 dollars more and S 8 less. */
export async function sold(
  tx: Tx,
  { price = '60', voucher, tax, onTop = false, pieces }: Sale = {},
): Promise<Sold> {
  await actAsOwner(tx);
  const { product, variant } = await addCountedProduct(tx, pieces ?? { S: 9, M: 9, L: 9 });
  await tx`update product_variants set price_delta = case size when 'L' then 5 when 'S' then -8 else 0 end where product_id = ${product}`;
  if (tax) {
    await tx`insert into tax_rates (country, class, rate) values ('DE', 'standard', ${tax}), ('DE', 'reduced', 7)`;
    await tx`update shop_settings set value = ${json(!onTop)}::text::jsonb where name = 'prices_include_tax'`;
  }
  const lines = [{ product, quantity: 3, size: 'M' }];
  // The refunds of an exchange have the rate of its line, also where the order has another rate.
  if (tax)
    lines.push({ product: await addProduct(tx, { tax_class: 'reduced' }), quantity: 1, size: '' });
  const code = voucher && (await addVoucher(tx, { value: voucher })).code;
  const customer = await actAsCustomer(tx, { country: 'Germany' });
  const { id: order, ...placed } = await placeOrder(tx, lines, price, {
    voucher: code || undefined,
  });
  await actAsOwner(tx);
  const reference =
    placed.payment_reference && Number(price) === 0
      ? placed.payment_reference
      : await pay(tx, order, Math.round(Number(price) * 100));
  const office = await actAsAdministrator(tx);
  const goods = { customer, office, product, variant, order, reference };
  return { ...goods, line: await send(tx, goods, order) };
}

/** Sends an order, as the office, and gives its only line. */
export async function send(
  tx: Tx,
  { customer, office }: Pick<Sold, 'customer' | 'office'>,
  order: string,
) {
  await actAs(tx, office);
  await tx`select office.send_orders(${[order]}::uuid[])`;
  await actAs(tx, customer);
  return valueOf<string>(
    tx`select id from order_items where order_id = ${order} order by position limit 1`,
  );
}

export const ask = (
  tx: Tx,
  it: Pick<Sold, 'order' | 'line'>,
  variant: string | null,
  quantity = 1,
) =>
  valueOf<string>(
    tx`select request_return(${it.order}, ${json([{ item: it.line, quantity, variant }])}::text::jsonb, '')`,
  );
export async function change(
  tx: Tx,
  { office }: Sold,
  id: string,
  status: string,
  lines: object[] | null = null,
) {
  await actAs(tx, office);
  await tx`select office.change_return(${id}, ${status}, null, ${lines && json(lines)}::text::jsonb)`;
  await actAsOwner(tx);
}
/** Approves a return, and receives so many pieces of it. */
export async function arrive(tx: Tx, it: Sold, id: string, received: number, item = it.line) {
  await change(tx, it, id, 'approved');
  await change(tx, it, id, 'received', [{ item, received, restocked: received }]);
}
export const newOrder = async (tx: Tx, id: string) => {
  const read = () => tx<{ id: string; status: string; total: number; held: number }[]>`
    select o.id, o.status::text, (o.total_price * 100)::int as total, (
      select coalesce(sum(h.quantity), 0)::int from stock_holds h where h.order_id = o.id) as held
    from orders o where o.exchange_of = ${id}`;
  return asOwner(tx, () => rowOf(read()));
};
export const statusOfReturn = (tx: Tx, id: string) =>
  valueOf<string>(tx`select status from returns where id = ${id}`);
/** Refunds what is due of a return, from the payment of its order, and gives all refunds that this begins, in cents. */
export async function refund(tx: Tx, id: string, reference: string, paid: number) {
  const key = randomUUID();
  await tx`select start_refund_of_return(${id}, ${key}, ${reference}, ${paid}, 'USD', null)`;
  const begun = await tx<{ id: string; cents: number }[]>`
    select id, amount_minor::int as cents from refunds where id = ${key} or caused_by = ${key} order by caused_by nulls first`;
  for (const it of begun) await tx`select update_refund(${it.id}, 'processed')`;
  return begun.map(({ cents }) => cents);
}
export const mailsOf = async (tx: Tx, order: string) =>
  (await tx`select kind from mail_outbox where order_id = ${order} order by kind`).map(
    (it) => it['kind'],
  );
