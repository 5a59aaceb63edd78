import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, test, type Tx } from './actors.ts';
import { rowOf, valuesOf } from './answers.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, settle, startPayment, type Order } from './orders.ts';

type Class = 'standard' | 'reduced' | 'zero';
interface Bill {
  country: string;
  included: boolean;
  rates: Partial<Record<Class, string>>;
  /** Price, quantity and class of each line. */
  lines: [price: string, quantity: number, taxClass: Class][];
  shipping?: string;
  voucher?: string;
  /** Worked out by hand. */
  taxes: string[];
  shippingTax?: string;
  total: string;
  /** By rate: percent, net, tax, gross. */
  sums: [rate: number, net: number, tax: number, gross: number][];
}

/** Each tax of a rate is rounded once, over all that it taxes, halves up; the lines share it. */
const bills: Record<string, Bill> = {
  'of Germany, 19 % and 7 %, in the prices, with postage': {
    ...{ country: 'Germany', included: true, rates: { standard: '19', reduced: '7' } },
    lines: [
      ['59.50', 2, 'standard'],
      ['10.70', 1, 'reduced'],
      ['19.99', 3, 'standard'],
    ],
    shipping: '4.90',
    // 19 %: 119.00 + 59.97 + 4.90 = 183.87, of which 29.357. 7 %: 10.70, of which 0.70.
    ...{ taxes: ['19.00', '0.70', '9.58'], shippingTax: '0.78', total: '194.57' },
    sums: [
      [19, 154.51, 29.36, 183.87],
      [7, 10, 0.7, 10.7],
    ],
  },
  'of the United Kingdom, 20 % in the prices, half a penny up': {
    ...{ country: 'UK', included: true, rates: { standard: '20', zero: '0' } },
    // Children's clothes are zero-rated there. A sixth of 38.97 is 6.495.
    lines: [
      ['12.99', 3, 'standard'],
      ['8.00', 1, 'zero'],
    ],
    ...{ taxes: ['6.50', '0.00'], total: '46.97' },
    sums: [
      [20, 32.47, 6.5, 38.97],
      [0, 8, 0, 8],
    ],
  },
  'of New York, 8.875 % on top: three lines of 0.8875 are 2.66, not 2.67': {
    ...{ country: 'USA', included: false, rates: { standard: '8.875' } },
    lines: [
      ['10.00', 1, 'standard'],
      ['5.00', 2, 'standard'],
      ['10.00', 1, 'standard'],
    ],
    ...{ taxes: ['0.89', '0.89', '0.88'], total: '32.66' },
    sums: [[8.875, 30, 2.66, 32.66]],
  },
  'of New York with postage, after a voucher of 10 %': {
    ...{ country: 'United States', included: false, rates: { standard: '8.875' } },
    lines: [['129.99', 1, 'standard']],
    ...{ voucher: '10', shipping: '7.50' },
    // 129.99 less 13.00 is 116.99, and with 7.50 124.49, of which 8.875 % are 11.0485.
    ...{ taxes: ['10.38'], shippingTax: '0.67', total: '135.54' },
    sums: [[8.875, 124.49, 11.05, 135.54]],
  },
  'of Switzerland, 8.1 % and 2.6 % in the prices': {
    ...{ country: 'Schweiz', included: true, rates: { standard: '8.1', reduced: '2.6' } },
    lines: [
      ['100.00', 1, 'standard'],
      ['12.35', 2, 'reduced'],
    ],
    ...{ taxes: ['7.49', '0.63'], total: '124.70' },
    sums: [
      [8.1, 92.51, 7.49, 100],
      [2.6, 24.07, 0.63, 24.7],
    ],
  },
  'of single cents: no tax on the first, one cent on four of them': {
    ...{ country: 'Germany', included: true, rates: { standard: '19', zero: '0' } },
    lines: [
      ['2.00', 1, 'zero'],
      ['0.01', 1, 'standard'],
      ['0.01', 2, 'standard'],
      ['0.01', 1, 'standard'],
    ],
    ...{ taxes: ['0.00', '0.00', '0.00', '0.01'], total: '2.04' },
    sums: [
      [19, 0.03, 0.01, 0.04],
      [0, 2, 0, 2],
    ],
  },
  'of a country that has rates, but none for this class': {
    ...{ country: 'Ireland', included: false, rates: { standard: '23' } },
    lines: [['40.00', 1, 'reduced']],
    ...{ taxes: ['0.00'], total: '40.00' },
    sums: [[0, 40, 0, 40]],
  },
};

/** An order of such a bill, Pending; the actor is the customer. */
async function order(tx: Tx, bill: Bill) {
  const customer = await addCustomer(tx, { country: bill.country });
  await tx`update profiles set country = ${bill.country} where id = ${customer}`;
  await tx`update shop_settings set value = to_jsonb(${bill.included}::boolean) where name = 'prices_include_tax'`;
  await tx`delete from tax_rates`;
  for (const [name, rate] of Object.entries(bill.rates)) {
    await tx`insert into tax_rates (country, class, rate)
      values (private.country_code(${bill.country}), ${name}, ${rate})`;
  }
  // Others are taxed otherwise.
  await tx`insert into tax_rates (country, rate) values (null, 50)`;
  await tx`delete from shipping_methods`;
  if (bill.shipping) {
    await tx`with zone as (insert into shipping_zones (name, countries)
        values ('Here', array[private.country_code(${bill.country})]) returning id)
      insert into shipping_methods (zone_id, name, price) select id, 'Post', ${bill.shipping} from zone`;
  }
  if (bill.voucher) {
    await tx`insert into vouchers (code, kind, value) values ('TAX-TEST', 'percent', ${bill.voucher})`;
  }
  const lines = [];
  for (const [price, quantity, tax] of bill.lines) {
    const product = await addProduct(tx, { price });
    await tx`update products set tax_class = ${tax} where id = ${product}`;
    lines.push({ product, quantity });
  }
  await actAs(tx, customer);
  const placed = await placeOrder<Order & { shipping_tax: string }>(tx, lines, bill.total, {
    voucher: bill.voucher ? 'tax-test' : undefined,
  });
  return Object.assign(placed, { customer });
}

const taxes = (tx: Tx, id: string) =>
  valuesOf<string>(tx`select tax from order_items where order_id = ${id} order by position, id`);

describe('a bill', () => {
  test.for(Object.entries(bills))('%s', async ([_, bill], { tx }) => {
    const { id, customer, ...placed } = await order(tx, bill);
    expect(placed).toMatchObject({
      total_price: bill.total,
      shipping_tax: bill.shippingTax ?? '0.00',
    });
    expect(await taxes(tx, id)).toEqual(bill.taxes);

    await actAsService(tx);
    const reference = await startPayment(tx, id);
    expect(await settle(tx, reference, Math.round(Number(bill.total) * 100))).toBe('paid');
    await tx`set constraints all immediate`;
    await actAs(tx, customer);
    const { rates, ...invoice } = await rowOf(tx<{ rates: Record<string, number>[] }[]>`
      select kind, gross, rates from invoices where order_id = ${id}`);
    expect(invoice).toEqual({ kind: 'invoice', gross: bill.total });
    const sums = rates.map((it) => ['rate', 'net', 'tax', 'gross'].map((name) => it[name]));
    expect(sums).toEqual(bill.sums);
  });

  test('follows its lines while it is Pending, and not after that', async ({ tx }) => {
    const bill = bills['of Germany, 19 % and 7 %, in the prices, with postage'];
    if (!bill) throw new Error('no bill');
    const { id } = await order(tx, bill);
    await actAsOwner(tx);
    const told = async () =>
      await rowOf(tx`select total_price, tax, shipping_tax from orders where id = ${id}`);
    await tx`update order_items set quantity = 1 where order_id = ${id} and position = 1`;
    // 19 %: 59.50 + 59.97 + 4.90 = 124.37, of which 19.857.
    expect(await taxes(tx, id)).toEqual(['9.50', '0.70', '9.58']);
    expect(await told()).toEqual({ total_price: '135.07', tax: '20.56', shipping_tax: '0.78' });
    await tx`update order_items set tax_rate = 7 where order_id = ${id} and position = 3`;
    // 19 %: 64.40, of which 10.282. 7 %: 70.67, of which 4.623.
    expect(await taxes(tx, id)).toEqual(['9.50', '0.70', '3.92']);
    expect(await told()).toEqual({ total_price: '135.07', tax: '14.90', shipping_tax: '0.78' });
    await tx`delete from order_items where order_id = ${id} and position = 2`;
    expect(await taxes(tx, id)).toEqual(['9.50', '3.92']);
    await tx`update orders set status = 'Paid' where id = ${id}`;
    await tx`update order_items set quantity = 2 where order_id = ${id} and position = 1`;
    expect(await taxes(tx, id)).toEqual(['9.50', '3.92']);
  });
});

test('administrators read all invoices, customers their own; none changes', async ({ tx }) => {
  const bill = bills['of Switzerland, 8.1 % and 2.6 % in the prices'];
  if (!bill) throw new Error('no bill');
  const { id, customer } = await order(tx, bill);
  await actAsOwner(tx);
  const other = await addCustomer(tx);
  const administrator = await addAdministrator(tx);
  await tx`update orders set status = 'Paid' where id = ${id}`;
  await tx`set constraints all immediate`;
  for (const [who, many] of [
    [customer, 1],
    [other, 0],
    [administrator, 1],
  ] as const) {
    await actAs(tx, who);
    expect(await tx`select from invoices where order_id = ${id}`).toHaveLength(many);
  }
  await actAsOwner(tx);
  await tx`update orders set status = 'Held' where id = ${id}`;
  await tx`update orders set status = 'Paid' where id = ${id}`;
  expect(await tx`select from invoices where order_id = ${id}`).toHaveLength(1);
});
