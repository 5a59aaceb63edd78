import { emailOf, password } from '../../scripts/large/people.ts';
import type { Goods } from './catalogue.ts';
import { measureFlow, type Figures } from './load.ts';
import { send } from './send.ts';
import type { Shop } from './shop.ts';
import { cardOn } from '../prove/card-page.ts';
import type { Row } from './table.ts';

interface Reply {
  readonly UserauthToken?: string;
  readonly outcome?: string;
  readonly prices?: { readonly products: readonly unknown[] } | null;
  readonly paymentInfo?: {
    readonly data: { readonly authorization_url: string; readonly reference: string };
  };
}

/** What a customer buys: a product in a size and colour; its price in dollars. */
export interface Wanted {
  readonly product: string;
  readonly price: number;
  readonly size?: string | undefined;
  readonly color?: string | undefined;
}

/** What an order has beside its goods, what goods of so many cents then cost, and the provider that it is paid with. */
export interface Extras {
  readonly voucher?: string;
  readonly total?: (cents: number) => number;
  readonly payWith?: string;
}

/** A customer who buys these in turn; every failed request throws. */
export class Shopper {
  readonly #shop: Shop;
  readonly #wanted: readonly Wanted[];
  readonly #extras: Extras | undefined;
  #token = '';
  #turn: number;

  constructor(shop: Shop, wanted: readonly Wanted[], number: number, extras?: Extras) {
    this.#shop = shop;
    this.#wanted = wanted;
    this.#extras = extras;
    this.#turn = number * 7;
  }

  async signIn(number: number): Promise<this> {
    const login = await this.#ask('POST', '/auth/user-login', { email: emailOf(number), password });
    this.#token = login.UserauthToken ?? '';
    await this.#ask('DELETE', '/cart/clear-all');
    return this;
  }

  async add(): Promise<Wanted> {
    this.#turn += 1;
    const wanted = this.#wanted[this.#turn % this.#wanted.length];
    if (!wanted) throw new Error('There is nothing to buy.');
    const { product: productId, ...rest } = wanted;
    await this.#ask('POST', '/cart/add-to-cart', { productId, quantity: 1, ...rest });
    return wanted;
  }

  /** Adds a product; clears the cart after every fifth one. */
  async fillCart(): Promise<void> {
    await this.add();
    if (this.#turn % 5 === 0) await this.#ask('DELETE', '/cart/clear-all');
  }

  /** What these products cost the shopper's company. */
  async askPrices(ids: readonly string[]): Promise<void> {
    const { prices } = await this.#ask('GET', `/wholesale/prices?products=${ids.join()}`);
    if (prices?.products.length !== ids.length) throw new Error('There are prices missing.');
  }

  /** Adds two products and orders them. */
  async place() {
    const bought = [await this.add(), await this.add()];
    const cents = bought.reduce((sum, it) => sum + Math.round(it.price * 100), 0);
    const products = bought.map(({ product, size, color }) => ({
      ...{ product, quantity: 1, size, color },
    }));
    const placed = await this.#ask('POST', '/orders/place-order', {
      email: 'shopper@large.example',
      amount: (this.#extras?.total?.(cents) ?? cents) / 100,
      voucher: this.#extras?.voucher,
      payWith: this.#extras?.payWith,
      products,
    });
    const payment = placed.paymentInfo?.data;
    if (!payment) throw new Error('There is no card page.');
    return payment;
  }

  /** Adds two products, orders and pays them, and settles the payment. */
  async order(): Promise<void> {
    const payment = await this.place();
    const { cardNumber, choice } = cardOn(payment.authorization_url, 'pay');
    const card = { cardNumber, expiry: '12/34', cvv: '408', choice };
    const paid = await send(payment.authorization_url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(card).toString(),
    });
    if (paid.status !== 303) throw new Error(`The card page answered ${paid.status}.`);
    const { outcome } = await this.#ask('POST', '/orders/settle', { reference: payment.reference });
    if (outcome !== 'paid') throw new Error(`The order is ${outcome}.`);
  }

  async #ask(method: string, path: string, body?: object): Promise<Reply> {
    const { status, text } = await send(`${this.#shop.url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Reply;
  }
}

export interface Buying {
  readonly adding: Figures;
  readonly ordering: Figures;
}

export function signInMany(
  shop: Shop,
  wanted: readonly Wanted[],
  many: number,
  extras?: Extras,
): Promise<Shopper[]> {
  return Promise.all(
    Array.from({ length: many }, (_, i) => new Shopper(shop, wanted, i, extras).signIn(i)),
  );
}

/** Each product in its first size. */
export const inFirstSize = ({ products }: Goods): Wanted[] =>
  products.map(({ _id: product, price, sizes }) => ({ product, price, size: sizes[0] }));

/** Ten customers who fill carts, then four who order, pay and settle. */
export async function measureBuying(shop: Shop, goods: Goods, seconds: number): Promise<Buying> {
  const shoppers = await signInMany(shop, inFirstSize(goods), 10);
  const four = shoppers.slice(0, 4).map((it) => () => it.order());
  await measureFlow(four, 2);
  const adding = await measureFlow(
    shoppers.map((it) => () => it.fillCart()),
    seconds,
  );
  return { adding, ordering: await measureFlow(four, seconds) };
}

export function buyingRows({ adding, ordering }: Buying): Row[] {
  return [
    { what: 'Add to cart, 10 shoppers', figures: adding },
    { what: 'Whole order (add two, place, pay, settled), 4 shoppers', figures: ordering },
  ];
}
