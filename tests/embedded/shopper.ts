import { expect } from 'vitest';

const timeoutMs = { timeout: 120_000, interval: 50 };

/** An order with its card page. */
export interface Placed {
  owner: Shopper;
  order: string;
  reference: string;
  cardPage: string;
}

interface Reply {
  status: number;
  code?: string;
  UserauthToken?: string;
  products?: (Garment & { availability: string })[];
  order?: { _id: string };
  outcome?: string;
  paymentInfo?: { data: { authorization_url: string; reference: string } };
}

interface Garment {
  _id: string;
  price: number;
  sizes: string[];
  colors: string[];
}

/** A customer who retries requests that fail. */
export class Shopper {
  readonly email: string;
  /** Errors that are caused neither by the server nor by the payment provider. */
  readonly oddRefusals: string[] = [];
  readonly #siteUrl: string;
  readonly #password: string;
  #token = '';
  #garment: Garment = { _id: '', price: 0, sizes: [], colors: [] };

  private constructor(siteUrl: string, email: string, password: string) {
    this.#siteUrl = siteUrl;
    this.email = email;
    this.#password = password;
  }

  static async register(siteUrl: string): Promise<Shopper> {
    const email = `ada.${crypto.randomUUID()}@example.com`;
    const password = `wool-${crypto.randomUUID()}`;
    const shopper = new Shopper(siteUrl, email, password);
    const home = { country: 'Ireland', state: 'Leinster', postcode: 'D02', address: '4 Mill Lane' };
    const person = { firstname: 'Ada', lastname: 'Weaver', phone: '0123456789', ...home };
    await shopper.#ask('POST', '/auth/register', { ...person, email, password });
    await shopper.#enter();
    return shopper;
  }

  /** The same customer at another URL of the shop. */
  async comeBack(siteUrl: string): Promise<Shopper> {
    const shopper = new Shopper(siteUrl, this.email, this.#password);
    await shopper.#enter();
    return shopper;
  }

  async #enter(): Promise<void> {
    const account = { email: this.email, password: this.#password };
    const login = await this.#ask('POST', '/auth/user-login', account);
    this.#token = login?.UserauthToken ?? '';
    const { products = [] } = (await this.#ask('GET', '/products/all')) ?? {};
    const garment = products.find((it) => it.availability === 'InStock');
    if (!this.#token || !garment) throw new Error('Nobody can shop here');
    this.#garment = garment;
  }

  /** Places an order of two products, with retries. */
  async place(key: string): Promise<Placed> {
    const { _id: product, price, sizes, colors } = this.#garment;
    const amount = Math.round(price * 200) / 100;
    const line = { product, quantity: 2, size: sizes[0], color: colors[0] };
    const json = { email: this.email, amount, products: [line] };
    return this.#insist(async () => {
      const reply = await this.#ask('POST', '/orders/place-order', json, key);
      return reply && this.#toPlaced(reply.order?._id, reply);
    });
  }

  async payAgain(order: string): Promise<Placed> {
    return this.#insist(async () => {
      const reply = await this.#ask('POST', `/orders/${order}/pay`, {});
      return reply && this.#toPlaced(order, reply);
    });
  }

  async useCard({ cardPage }: Placed, choice: 'pay' | 'decline'): Promise<void> {
    const card = { cardNumber: '4084 0840 8408 4081', expiry: '12/34', cvv: '408', choice };
    const body = new URLSearchParams(card);
    await this.#insist(async () => {
      const sent = fetch(cardPage, { method: 'POST', redirect: 'manual', body });
      const answer = await sent.catch(() => null);
      await answer?.body?.cancel();
      return answer?.status === 303 ? true : null;
    });
  }

  /** The outcome of the payment, with retries. */
  async settle({ reference }: Placed): Promise<string> {
    return this.#insist(async () => {
      const reply = await this.#ask('POST', '/orders/settle', { reference });
      // While the provider cannot be asked, nobody knows.
      return reply?.outcome && reply.outcome !== 'pending' ? reply.outcome : null;
    });
  }

  #toPlaced(order: string | undefined, { paymentInfo }: Reply): Placed | null {
    if (!order || !paymentInfo) return null;
    const { authorization_url: cardPage, reference } = paymentInfo.data;
    return { owner: this, order, reference, cardPage };
  }

  async #insist<T>(tryOnce: () => Promise<T | null>): Promise<T> {
    let result: T | null = null;
    await expect.poll(async () => (result = await tryOnce()) !== null, timeoutMs).toBe(true);
    if (result === null) throw new Error('No answer');
    return result;
  }

  /** The body of a successful response, else null. */
  async #ask(method: string, path: string, json?: unknown, key?: string): Promise<Reply | null> {
    try {
      const answer = await fetch(`${this.#siteUrl}/api/v1${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const reply = (await answer.json()) as Reply;
      if (answer.ok) return reply;
      if (answer.status < 500 && reply.code !== 'payment_unavailable') {
        this.oddRefusals.push(`${method} ${path}: ${answer.status} ${reply.code ?? ''}`);
      }
      return null;
    } catch {
      return null;
    }
  }
}
