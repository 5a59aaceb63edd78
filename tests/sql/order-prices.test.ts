import { describe, expect, test } from 'vitest';
import { picker, randomNumbers } from '../support/random.ts';
import { actAs, actAsOwner, rolledBack, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { placeOrder, settle, startPayment } from './orders.ts';
import { addBuyer } from './companies.ts';
import { giveBack } from './refunds-by-chance.ts';
import {
  addPriceList,
  addShop,
  expected,
  inPacks,
  priced,
  sum,
  withoutTax,
  withTax,
  type Buyer,
  type Line,
  type Method,
  type Shop,
  type Voucher,
} from './random-shop.ts';
import { chooseCurrency, written } from './shop-currency.ts';

/** Raise it for more: `PRICE_CARTS=100000`. */
const carts = Number(process.env['PRICE_CARTS'] ?? 40);
const perShop = 100;

const inCents = (it: number) => Math.round(it / Number(written(1)));

interface CompanyPrices {
  tax_free: boolean;
  products: {
    product: string;
    prices: { quantity: number; price: number }[];
    variants: { size: string; prices: { quantity: number; price: number }[] }[];
  }[];
}

/** What is bought: at the prices of the buyer, without tax where there is none. */
interface Purchase {
  shop: Shop;
  /** With taxes. */
  full: Shop;
  lines: Line[];
  buyer: Buyer;
  method: Method | null;
  /** An administrator. */
  admin: string;
}

interface CartPrice {
  goods: number;
  discount: number;
  shipping: number;
  tax: number;
  total_price: number;
  problem: string;
  quantity_problem: string;
}

interface Placed {
  id: string;
  total_price: string | number;
  status: string;
}

/** What the product page says of a line. @returns cents */
function onPage({ products }: CompanyPrices, line: Line, pieces: number): number {
  const product = products.find((it) => it.product === line.id);
  const prices =
    product?.variants.find((it) => it.size === line.size)?.prices ?? product?.prices ?? [];
  return inCents(prices.filter((it) => it.quantity <= pieces).at(-1)?.price ?? NaN);
}

const placeCart = (
  tx: Tx,
  {
    lines,
    method,
    voucher,
    total,
  }: { lines: Line[]; method: Method | null; voucher: Voucher | null; total: number },
): Promise<Placed> =>
  placeOrder(
    tx,
    lines.map((it) => ({ product: it.id, size: it.size, quantity: it.quantity })),
    written(total),
    { method: method?.id ?? null, voucher: voucher?.code },
  );

/** The order of a quote: the office offers other prices than those that were asked at. */
async function buyByQuote(
  tx: Tx,
  { shop, full, lines, buyer, method, admin }: Purchase,
  random: () => number,
): Promise<{ placed: Placed; want: ReturnType<typeof expected> }> {
  const id = await valueOf<string>(tx`select request_quote('')`);
  const asked = await tx<{ price: number }[]>`
    select unit_price::float8 as price from quote_lines where quote_id = ${id} order by position`;
  expect(asked.map((it) => inCents(it.price))).toEqual(lines.map((it) => it.cents));
  const offered = lines.map((it) => ({ ...it, cents: Math.floor(random() * 9000) }));
  await actAs(tx, admin);
  await tx`select office.save_quote(${id}, ${JSON.stringify(
    offered.map((it) => ({
      ...{ product: it.id, size: it.size, quantity: it.quantity },
      unit_price: written(it.cents),
    })),
  )}::text::jsonb, now() + interval '1 day', '')`;
  await actAs(tx, buyer.user);
  const taxed = buyer.taxFree ? withTax(full, offered) : offered;
  const want = expected(shop, offered, method, null, taxed);
  const options = JSON.stringify({ amount: written(want.total), method: method?.id });
  const placed = await valueOf<Placed>(tx`select accept_quote(${id}, ${options}::text::jsonb)`);
  return { placed, want };
}

/** One cart from its price to its payment; by way of a quote where the company does not order in such quantities, and now and then. */
async function buy(
  tx: Tx,
  full: Shop,
  buyer: Buyer,
  admin: string,
  random: () => number,
): Promise<void> {
  const pick = picker(random);
  const chosen = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const it = pick(full.garments);
    return { ...it, size: pick(Object.keys(it.sizes)), quantity: 1 + Math.floor(random() * 4) };
  }).filter((it, i, all) => all.findIndex((o) => o.id === it.id && o.size === it.size) === i);
  const asListed = { shop: full, lines: priced(buyer, chosen) };
  const { shop, lines } = buyer.taxFree ? withoutTax(asListed) : asListed;
  const grams = sum(lines.map((it) => it.grams * it.quantity));
  const usable = shop.methods.filter((it) => it.maxGrams === null || grams <= it.maxGrams);
  const method = usable.length > 0 ? pick(usable) : null;
  const goodsOf = ({ category }: Voucher) =>
    sum(
      asListed.lines
        .filter((it) => !category || it.category === category)
        .map((it) => it.cents * it.quantity),
    );
  const voucher =
    random() < 0.6
      ? (shop.vouchers.filter((it) => goodsOf(it) > 0 && goodsOf(it) >= it.minimum)[0] ?? null)
      : null;
  const want = expected(shop, lines, method, voucher, asListed.lines);

  await actAsOwner(tx);
  await tx`delete from cart_items where user_id = ${buyer.user}`;
  for (const [i, it] of lines.entries()) {
    await tx`insert into cart_items (user_id, product_id, size, quantity, created_at)
      values (${buyer.user}, ${it.id}, ${it.size}, ${it.quantity}, now() + make_interval(secs => ${i}))`;
  }
  await actAs(tx, buyer.user);
  if (buyer.list) {
    const own = await valueOf<CompanyPrices>(
      tx`select own_prices(${lines.map((it) => it.id)}::uuid[])`,
    );
    const pieces = (of: Line) =>
      sum(lines.filter((it) => it.id === of.id).map((it) => it.quantity));
    expect(lines.map((it) => onPage(own, it, pieces(it)))).toEqual(lines.map((it) => it.cents));
    expect(own.tax_free).toBe(buyer.taxFree);
  }
  const price = await valueOf<CartPrice>(
    tx`select price_cart(${method?.id ?? null}, ${voucher?.code ?? null})`,
  );
  expect({
    problem: price.problem,
    goods: inCents(price.goods),
    off: inCents(price.discount),
    shipping: inCents(price.shipping),
    tax: inCents(price.tax),
    total: inCents(price.total_price),
  }).toEqual({ problem: '', ...want });

  const fits = inPacks(shop, buyer, lines);
  expect(price.quantity_problem === '').toBe(fits);
  const { placed, want: paid } =
    buyer.list && (!fits || random() < 0.1)
      ? await buyByQuote(tx, { shop, full, lines, buyer, method, admin }, random)
      : { placed: await placeCart(tx, { lines, method, voucher, total: want.total }), want };
  await actAsOwner(tx);
  const parts = await rowOf(tx<{ lines: number; off: number; tax: number; shipping: number }[]>`
      select private.minor(sum(i.unit_price * i.quantity), o.currency)::int as lines, private.minor(sum(i.discount), o.currency)::int as off,
        private.minor(sum(i.tax) + o.shipping_tax, o.currency)::int as tax, private.minor(o.shipping, o.currency)::int as shipping
      from orders o join order_items i on i.order_id = o.id where o.id = ${placed.id} group by o.id`);
  expect({ ...parts, total: Number(placed.total_price) }).toEqual({
    ...{ lines: paid.goods, off: paid.off, tax: paid.tax, shipping: paid.shipping },
    total: Number(written(paid.total)),
  });
  if (paid.total === 0) return expect(placed.status).toBe('Paid');
  const reference = await startPayment(tx, placed.id);
  const currency = await valueOf<string>(tx`select shop_currency()`);
  expect(await settle(tx, reference, paid.total, { currency })).toBe('paid');
  await tx`set constraints orders_invoice immediate`;
  const bill = await rowOf(tx<{ gross: string; tax: number }[]>`
      select gross, private.minor(tax, currency)::int as tax from invoices where order_id = ${placed.id}`);
  expect(bill).toEqual({ gross: written(paid.total), tax: paid.tax });
  if (random() < 0.3) await giveBack(tx, { id: placed.id, reference, total: paid.total }, random);
}

async function addCompany(
  tx: Tx,
  shop: Shop,
  random: () => number,
  country: string,
  columns: Record<string, string | boolean>,
): Promise<Buyer> {
  const list = await addPriceList(tx, shop, random);
  const { user } = await addBuyer(tx, { ...columns, price_list_id: list.id });
  await tx`update profiles set country = ${country} where id = ${user}`;
  return { user, list, taxFree: columns['tax_free'] === true };
}

/** Buys so many random carts in a currency, in shops of at most a hundred. */
async function compare(currency: string, carts: number, seed: number): Promise<void> {
  const random = randomNumbers(seed);
  for (let done = 0; done < carts; done += perShop) {
    await rolledBack(async (tx) => {
      await tx`update private.function_settings set value = '1000000' where name = 'LIMIT_ORDER'`;
      await tx`update private.function_settings set value = '{"paystack": {"kind": "page", "mode": "test"}}' where name = 'PAYMENT_PROVIDERS'`;
      await tx`update shop_settings set value = '"DE"' where name = 'seller_country'`;
      await chooseCurrency(tx, currency);
      const shop = await addShop(tx, random);
      const admin = await addAdministrator(tx);
      const user = await addCustomer(tx, { address: '4 Strandgaten', country: 'norway' });
      const retail = { user, list: null, taxFree: false };
      const company = await addCompany(tx, shop, random, 'norway', {});
      // It pays the VAT itself.
      const own = { vat_id: 'SE556012579001', tax_free: true };
      const abroad = await addCompany(tx, shop, random, 'Sweden', own);
      for (let i = 0; i < Math.min(perShop, carts - done); i++) {
        await buy(tx, shop, [retail, company, retail, abroad][i % 4] ?? retail, admin, random);
      }
    });
  }
}

describe.each([
  ['USD', carts],
  ['JPY', Math.ceil(carts / 2)],
  ['KWD', Math.ceil(carts / 2)],
])('in %s', (currency, many) => {
  test(`cart, order, payment, invoice and refunds of ${many} random carts are the same to the smallest unit`, () =>
    compare(currency, many, 20));
  test('so they are of 200 others', { tags: ['more'] }, () => compare(currency, 200, 21));
});
