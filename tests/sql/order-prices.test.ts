import { afterAll, expect, test } from 'vitest';
import { picker, randomNumbers } from '../support/random.ts';
import { actAs, actAsOwner, connect, only, rolledBack, type Tx } from './actors.ts';
import { addBuyer } from './on-terms.ts';
import { addCategory, addCustomer, addProduct, settle, startPayment } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

/** Raise it for more: `PRICE_CARTS=100000`. */
const carts = Number(process.env['PRICE_CARTS'] ?? 400);
const perShop = 100;

interface Garment {
  id: string;
  cents: number;
  category: string;
  class: 'standard' | 'reduced' | 'zero';
  grams: number;
}
interface Method {
  id: string;
  cents: number;
  freeFrom: number | null;
  bands: { over: number; cents: number }[];
  maxGrams: number | null;
}
interface Voucher {
  code: string;
  kind: 'percent' | 'amount';
  /** Hundredths of a percent, or cents. */
  value: number;
  minimum: number;
  category: string | null;
}
interface Shop {
  garments: Garment[];
  methods: Method[];
  vouchers: Voucher[];
  /** Thousandths of a percent. */
  rates: Record<Garment['class'], number>;
  included: boolean;
}
type Line = Garment & { quantity: number };

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0);
/** Rounded half up, in whole numbers. */
const divided = (a: bigint, b: bigint): number => Number((2n * a + b) / (2n * b));

/** What a cart costs, in cents, worked out apart from the database: tax is rounded once per rate. */
function expected(shop: Shop, lines: Line[], method: Method | null, voucher: Voucher | null) {
  const fits = (it: Line) => !voucher?.category || it.category === voucher.category;
  const priceOf = (it: Line) => it.cents * it.quantity;
  const goods = sum(lines.map(priceOf));
  const eligible = voucher ? sum(lines.filter(fits).map(priceOf)) : 0;
  const off = !voucher
    ? 0
    : voucher.kind === 'amount'
      ? Math.min(voucher.value, eligible)
      : divided(BigInt(eligible) * BigInt(voucher.value), 10000n);
  const grams = sum(lines.map((it) => it.grams * it.quantity));
  const band = method?.bands.filter((it) => it.over < grams).at(-1);
  const isFree = goods - off >= (method?.freeFrom ?? Infinity);
  const shipping = !method || isFree ? 0 : (band?.cents ?? method.cents);

  // The discount of a line: its share of the running sum, so that all shares add up.
  let running = 0;
  const share = (upTo: number) =>
    eligible === 0 ? 0 : divided(BigInt(upTo) * BigInt(off), BigInt(eligible));
  const nets = lines.map((it) => {
    if (!voucher || !fits(it)) return priceOf(it);
    const before = share(running);
    running += priceOf(it);
    return priceOf(it) - (share(running) - before);
  });
  const bases = new Map<number, number>();
  lines.forEach((it, i) => {
    const rate = shop.rates[it.class];
    bases.set(rate, (bases.get(rate) ?? 0) + (nets[i] ?? 0));
  });
  bases.set(shop.rates.standard, (bases.get(shop.rates.standard) ?? 0) + shipping);
  const tax = sum(
    [...bases].map(([rate, base]) =>
      divided(BigInt(base) * BigInt(rate), 100000n + (shop.included ? BigInt(rate) : 0n)),
    ),
  );
  const total = goods - off + shipping + (shop.included ? 0 : tax);
  return { goods, off, shipping, tax, total };
}

async function addShop(tx: Tx, random: () => number): Promise<Shop> {
  const pick = picker(random);
  const whole = (most: number) => Math.floor(random() * most);
  const categories = [await addCategory(tx), await addCategory(tx)];
  const garments: Garment[] = [];
  for (let i = 0; i < 6; i++) {
    const cents = pick([1, 99, 333, 1995, 10001]) + whole(5000);
    const garment = { cents, category: pick(categories), grams: whole(900) };
    const id = await addProduct(tx, { price: dollars(cents), category: garment.category });
    const kind = pick(['standard', 'reduced', 'zero'] as const);
    await tx`update products set weight = ${garment.grams}, tax_class = ${kind} where id = ${id}`;
    garments.push({ id, ...garment, class: kind });
  }
  const included = random() < 0.5;
  await tx`update shop_settings set value = ${String(included)}::text::jsonb where name = 'prices_include_tax'`;
  const rates = { standard: 0, reduced: 0, zero: 0 };
  if (random() < 0.8) {
    rates.standard = pick([19000, 20000, 8875, 25000, 7250]);
    rates.reduced = pick([7000, 5500, 4000, 0]);
    await tx`insert into tax_rates (country, class, rate) values
      ('NO', 'standard', ${rates.standard / 1000}), ('NO', 'reduced', ${rates.reduced / 1000}),
      (null, 'standard', 33.333)`;
  }
  const methods: Method[] = [];
  if (random() < 0.8) {
    const zone = only(
      await tx<{ id: string }[]>`
        insert into shipping_zones (name, countries) values ('North', '{NO,SE}') returning id`,
    ).id;
    for (const name of ['Letter', 'Parcel', 'Courier']) {
      const method = {
        cents: whole(2000),
        freeFrom: random() < 0.4 ? 5000 + whole(20000) : null,
        bands:
          random() < 0.5
            ? [
                { over: 500, cents: 700 + whole(500) },
                { over: 2000, cents: 1500 },
              ]
            : [],
        maxGrams: name === 'Letter' ? 1000 : null,
      };
      const bands = method.bands.map((it) => ({ over: it.over, price: it.cents / 100 }));
      const { id } = only(
        await tx<{ id: string }[]>`
          insert into shipping_methods (zone_id, name, price, free_from, weight_bands, max_weight)
          values (${zone}, ${name}, ${dollars(method.cents)}, ${method.freeFrom && dollars(method.freeFrom)},
            ${JSON.stringify(bands)}::text::jsonb, ${method.maxGrams}) returning id`,
      );
      methods.push({ id, ...method });
    }
  }
  const vouchers: Voucher[] = [];
  for (const code of ['TEN', 'BIG', 'ODD']) {
    const kind = pick(['percent', 'amount'] as const);
    const value = kind === 'percent' ? pick([1000, 3333, 1250, 10000]) : pick([1, 500, 99999]);
    const voucher = {
      code,
      kind,
      value,
      minimum: pick([0, 0, 3000]),
      category: random() < 0.4 ? pick(categories) : null,
    };
    await tx`insert into vouchers (code, kind, value, minimum, categories) values
      (${code}, ${kind}, ${dollars(value)}, ${dollars(voucher.minimum)}, ${voucher.category ? [voucher.category] : []})`;
    vouchers.push(voucher);
  }
  return { garments, methods, vouchers, rates, included };
}

/** The shop of a company in Sweden that pays the VAT itself; Sweden has the rates of all other countries. */
function withoutTax(shop: Shop): Shop {
  const standard = shop.included && shop.rates.standard > 0 ? 33333n : 0n;
  const net = (cents: number, rate = standard) => divided(BigInt(cents) * 100000n, 100000n + rate);
  return {
    ...shop,
    rates: { standard: 0, reduced: 0, zero: 0 },
    garments: shop.garments.map((it) => ({
      ...it,
      cents: net(it.cents, it.class === 'standard' ? standard : 0n),
    })),
    methods: shop.methods.map((it) => ({
      ...it,
      cents: net(it.cents),
      bands: it.bands.map((band) => ({ ...band, cents: net(band.cents) })),
    })),
  };
}

interface CartPrice {
  goods: number;
  discount: number;
  shipping: number;
  tax: number;
  total_price: number;
  problem: string;
}

/** One cart from its price to its payment. @returns whether it was ordered */
async function buy(tx: Tx, shop: Shop, customer: string, random: () => number): Promise<void> {
  const pick = picker(random);
  const lines = [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(shop.garments))),
  ].map((it) => ({ ...it, quantity: 1 + Math.floor(random() * 4) }));
  const grams = sum(lines.map((it) => it.grams * it.quantity));
  const usable = shop.methods.filter((it) => it.maxGrams === null || grams <= it.maxGrams);
  const method = usable.length > 0 ? pick(usable) : null;
  const goodsOf = ({ category }: Voucher) =>
    sum(
      lines
        .filter((it) => !category || it.category === category)
        .map((it) => it.cents * it.quantity),
    );
  const voucher =
    random() < 0.6
      ? (shop.vouchers.filter((it) => goodsOf(it) > 0 && goodsOf(it) >= it.minimum)[0] ?? null)
      : null;
  const want = expected(shop, lines, method, voucher);

  await actAsOwner(tx);
  await tx`delete from cart_items where user_id = ${customer}`;
  for (const [i, it] of lines.entries()) {
    await tx`insert into cart_items (user_id, product_id, quantity, created_at)
      values (${customer}, ${it.id}, ${it.quantity}, now() + make_interval(secs => ${i}))`;
  }
  await actAs(tx, customer);
  const { price } = only(
    await tx<
      { price: CartPrice }[]
    >`select price_cart(${method?.id ?? null}, ${voucher?.code ?? null}) as price`,
  );
  const inCents = (it: number) => Math.round(it * 100);
  expect({
    problem: price.problem,
    goods: inCents(price.goods),
    off: inCents(price.discount),
    shipping: inCents(price.shipping),
    tax: inCents(price.tax),
    total: inCents(price.total_price),
  }).toEqual({ problem: '', ...want });

  const options = JSON.stringify({ method: method?.id, voucher: voucher?.code });
  const body = JSON.stringify(lines.map((it) => ({ product: it.id, quantity: it.quantity })));
  const placed = only(
    await tx<{ id: string; total_price: string; status: string }[]>`
      select id, total_price, status from place_order(
        ${body}::text::jsonb, ${dollars(want.total)}, '', null, ${options}::text::jsonb)`,
  );
  await actAsOwner(tx);
  const parts = only(
    await tx<{ lines: number; off: number; tax: number; shipping: number }[]>`
      select (sum(i.unit_price * i.quantity) * 100)::int as lines, (sum(i.discount) * 100)::int as off,
        ((sum(i.tax) + o.shipping_tax) * 100)::int as tax, (o.shipping * 100)::int as shipping
      from orders o join order_items i on i.order_id = o.id where o.id = ${placed.id} group by o.id`,
  );
  expect({ ...parts, total: placed.total_price }).toEqual({
    ...{ lines: want.goods, off: want.off, tax: want.tax, shipping: want.shipping },
    total: dollars(want.total),
  });
  if (want.total === 0) return expect(placed.status).toBe('Paid');
  const reference = await startPayment(tx, placed.id);
  expect(await settle(tx, reference, want.total)).toBe('paid');
  await tx`set constraints orders_invoice immediate`;
  const bill = only(
    await tx<{ gross: string; tax: number }[]>`
      select gross, (tax * 100)::int as tax from invoices where order_id = ${placed.id}`,
  );
  expect(bill).toEqual({ gross: dollars(want.total), tax: want.tax });
}

test(
  `cart, order, payment and invoice of ${carts} random carts are the same to the cent`,
  { timeout: 60_000 + carts * 40 },
  async () => {
    const random = randomNumbers(20);
    for (let done = 0; done < carts; done += perShop) {
      await rolledBack(sql, async (tx) => {
        await tx`update private.function_settings set value = '1000000' where name = 'LIMIT_ORDER'`;
        await tx`update private.function_settings set value = '{}' where name = 'PAYMENT_MINIMUMS'`;
        const shop = await addShop(tx, random);
        const customer = await addCustomer(tx, { address: '4 Strandgaten', country: 'norway' });
        // Every fourth cart is that of a company that pays the VAT itself.
        await tx`update shop_settings set value = '"DE"' where name = 'seller_country'`;
        const { user } = await addBuyer(tx, { vat_id: 'SE556012579001', tax_free: true });
        await tx`update profiles set country = 'Sweden' where id = ${user}`;
        for (let i = 0; i < perShop; i++) {
          if (i % 4 === 3) await buy(tx, withoutTax(shop), user, random);
          else await buy(tx, shop, customer, random);
        }
      });
    }
  },
);
