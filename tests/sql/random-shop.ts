import { picker } from '../support/random.ts';
import type { Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addCategory, addProduct } from './goods.ts';
import { written } from './shop-currency.ts';

// A shop of random prices, and what its carts cost, worked out apart from the database.

interface Garment {
  id: string;
  cents: number;
  /** What a piece of each size costs more, in cents. */
  sizes: Record<string, number>;
  category: string;
  class: 'standard' | 'reduced' | 'zero';
  grams: number;
}
/** In which quantities companies order a product, by its id. */
type Packs = Map<string, { minimum: number; multiple: number }>;
export interface PriceList {
  id: string;
  /** Hundredths of a percent. */
  percent: number;
  prices: { garment: Garment; size: string | null; from: number; cents: number }[];
  packs: Packs;
}
/** One who buys: by a company's price list or none, and without tax where the company pays it itself. */
export interface Buyer {
  user: string;
  list: PriceList | null;
  taxFree: boolean;
}
export interface Method {
  id: string;
  cents: number;
  freeFrom: number | null;
  bands: { over: number; cents: number }[];
  maxGrams: number | null;
}
export interface Voucher {
  code: string;
  kind: 'percent' | 'amount';
  /** Hundredths of a percent, or cents. */
  value: number;
  minimum: number;
  category: string | null;
}
export interface Shop {
  garments: Garment[];
  methods: Method[];
  vouchers: Voucher[];
  /** Those of all price lists that have none of their own. */
  packs: Packs;
  /** Thousandths of a percent. */
  rates: Record<Garment['class'], number>;
  included: boolean;
}
export interface Line extends Garment {
  size: string;
  quantity: number;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0);
/** Rounded half up, in whole numbers. */
const divided = (a: bigint, b: bigint): number => Number((2n * a + b) / (2n * b));

/** What a piece costs by a price list, in cents, when so many pieces of the product are bought, of all sizes together. */
function listed({ percent, prices }: PriceList, it: Garment, size: string, pieces: number) {
  const more = it.sizes[size] ?? 0;
  const rows = prices.filter(
    (row) =>
      row.garment.id === it.id && row.from <= pieces && (row.size === null || row.size === size),
  );
  const from = Math.max(...rows.map((row) => row.from));
  const deepest = rows.filter((row) => row.from === from);
  const own = deepest.find((row) => row.size !== null);
  const all = deepest.find((row) => row.size === null);
  const retail = it.cents + more;
  const price =
    own?.cents ??
    (all ? all.cents + more : divided(BigInt(retail) * BigInt(10000 - percent), 10000n));
  return Math.min(retail, Math.max(0, price));
}

/** Lines without tax at the prices that they have with it. */
export const withTax = ({ included, rates }: Shop, lines: Line[]): Line[] =>
  lines.map((it) => {
    const rate = BigInt(included ? rates[it.class] : 0);
    return { ...it, cents: divided(BigInt(it.cents) * (100000n + rate), 100000n) };
  });

/** What a cart costs, in cents, worked out apart from the database: tax is rounded once per rate. Limits ask for the lines with tax. */
export function expected(
  shop: Shop,
  lines: Line[],
  method: Method | null,
  voucher: Voucher | null,
  taxed = lines,
) {
  const fits = (it: Line) => !voucher?.category || it.category === voucher.category;
  const priceOf = (it: Line) => it.cents * it.quantity;
  const goods = sum(lines.map(priceOf));
  const eligibleOf = (some: Line[]) => (voucher ? sum(some.filter(fits).map(priceOf)) : 0);
  const offOf = (some: Line[]) =>
    !voucher
      ? 0
      : voucher.kind === 'amount'
        ? Math.min(voucher.value, eligibleOf(some))
        : divided(BigInt(eligibleOf(some)) * BigInt(voucher.value), 10000n);
  const [eligible, off] = [eligibleOf(lines), offOf(lines)];
  const grams = sum(lines.map((it) => it.grams * it.quantity));
  const band = method?.bands.filter((it) => it.over < grams).at(-1);
  const isFree = sum(taxed.map(priceOf)) - offOf(taxed) >= (method?.freeFrom ?? Infinity);
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

export async function addShop(tx: Tx, random: () => number): Promise<Shop> {
  const pick = picker(random);
  const whole = (most: number) => Math.floor(random() * most);
  const categories = [await addCategory(tx), await addCategory(tx)];
  const garments: Garment[] = [];
  const packs: Packs = new Map();
  for (let i = 0; i < 6; i++) {
    const cents = pick([1, 99, 333, 1995, 10001]) + whole(5000);
    const sizes = { S: 0, M: 0, XL: pick([0, 250, 999]) };
    const garment = { cents, sizes, category: pick(categories), grams: whole(900) };
    const id = await addProduct(tx, {
      price: written(cents),
      category: garment.category,
      sizes: Object.keys(sizes),
    });
    await tx`update product_variants set price_delta = ${written(sizes.XL)} where product_id = ${id} and size = 'XL'`;
    const kind = pick(['standard', 'reduced', 'zero'] as const);
    await tx`update products set weight = ${garment.grams}, tax_class = ${kind} where id = ${id}`;
    garments.push({ id, ...garment, class: kind });
    await addPacks(tx, packs, random, id, null);
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
    const zone = await valueOf<string>(tx`
        insert into shipping_zones (name, countries) values ('North', '{NO,SE}') returning id`);
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
      const bands = method.bands.map((it) => ({ over: it.over, price: Number(written(it.cents)) }));
      const id = await valueOf<string>(tx`
          insert into shipping_methods (zone_id, name, price, free_from, weight_bands, max_weight)
          values (${zone}, ${name}, ${written(method.cents)}, ${method.freeFrom && written(method.freeFrom)},
            ${JSON.stringify(bands)}::text::jsonb, ${method.maxGrams}) returning id`);
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
      (${code}, ${kind}, ${written(value, kind === 'percent' ? 2 : undefined)}, ${written(voucher.minimum)}, ${voucher.category ? [voucher.category] : []})`;
    vouchers.push(voucher);
  }
  return { garments, methods, vouchers, packs, rates, included };
}

/** In which quantities a product is ordered, by one price list or by those that say nothing of it; mostly in any. */
async function addPacks(
  tx: Tx,
  all: Packs,
  random: () => number,
  product: string,
  list: string | null,
): Promise<void> {
  if (random() > 0.2) return;
  const pick = picker(random);
  const packs = { minimum: pick([1, 3, 4]), multiple: pick([1, 2, 3]) };
  await tx`insert into order_quantities (product_id, price_list_id, minimum, multiple)
    values (${product}, ${list}, ${packs.minimum}, ${packs.multiple})`;
  all.set(product, packs);
}

/** A price list with a percentage, and rungs for some products and sizes. */
export async function addPriceList(tx: Tx, { garments }: Shop, random: () => number) {
  const pick = picker(random);
  const percent = pick([0, 1000, 1250, 3333]);
  const id = await valueOf<string>(tx`
      insert into price_lists (name, percent) values (${crypto.randomUUID()}, ${percent / 100}) returning id`);
  const list: PriceList = { id, percent, prices: [], packs: new Map() };
  for (const garment of garments) {
    await addPacks(tx, list.packs, random, garment.id, id);
    for (const from of [1, 4, 9].filter(() => random() < 0.5)) {
      for (const size of [null, ...Object.keys(garment.sizes)].filter(() => random() < 0.4)) {
        const cents = Math.floor(garment.cents * pick([0.4, 0.755, 0.9, 1.2]));
        list.prices.push({ garment, size, from, cents });
        await tx`insert into price_list_items (price_list_id, product_id, variant_id, min_quantity, price)
          values (${id}, ${garment.id}, (
            select v.id from product_variants v where v.product_id = ${garment.id} and v.size = ${size}
          ), ${from}, ${written(cents)})`;
      }
    }
  }
  return list;
}

/** Whether the lines are in quantities in which the buyer may order; shoppers order in any. */
export function inPacks({ packs }: Shop, { list }: Buyer, lines: readonly Line[]): boolean {
  if (!list) return true;
  return lines.every(({ id }) => {
    const { minimum, multiple } = list.packs.get(id) ??
      packs.get(id) ?? { minimum: 1, multiple: 1 };
    const pieces = sum(lines.filter((it) => it.id === id).map((it) => it.quantity));
    return pieces >= minimum && pieces % multiple === 0;
  });
}

/** Lines at the prices of the buyer. */
export function priced({ list }: Buyer, lines: readonly Line[]): Line[] {
  return lines.map((line) => {
    const pieces = sum(lines.filter((it) => it.id === line.id).map((it) => it.quantity));
    const cents = list
      ? listed(list, line, line.size, pieces)
      : line.cents + (line.sizes[line.size] ?? 0);
    return { ...line, cents };
  });
}

/** What a company in Sweden that pays the VAT itself buys; Sweden has the rates of all other countries. */
export function withoutTax({ shop, lines }: { shop: Shop; lines: Line[] }) {
  const standard = shop.included && shop.rates.standard > 0 ? 33333n : 0n;
  const net = (cents: number, rate = standard) => divided(BigInt(cents) * 100000n, 100000n + rate);
  const methods = shop.methods.map((it) => ({
    ...it,
    cents: net(it.cents),
    bands: it.bands.map((band) => ({ ...band, cents: net(band.cents) })),
  }));
  return {
    shop: { ...shop, rates: { standard: 0, reduced: 0, zero: 0 }, methods },
    lines: lines.map((it) => ({
      ...it,
      cents: net(it.cents, it.class === 'standard' ? standard : 0n),
    })),
  };
}
