import { lineTotal } from '../../supabase/functions/_shared/domain/money.ts';
import {
  ask,
  askPatiently,
  until,
  type Answer,
  type Garment,
  type Question,
  type Reply,
} from './ask.ts';
import { cardOn, press } from './card-page.ts';

/** An order with its card page. */
export interface Placed {
  owner: Shopper;
  order: string;
  reference: string;
  cardPage: string;
}

export interface Registration {
  /** Of the email address. */
  domain?: string;
  from?: string;
  /** What `place` pays with. */
  payWith?: string;
}

const home = { country: 'Ireland', state: 'Leinster', postcode: 'D02', address: '4 Mill Lane' };
const person = { firstname: 'Ada', lastname: 'Weaver', phone: '0123456789', ...home };

/** A customer, or somebody without an account, who retries requests that fail. */
export class Shopper {
  readonly email: string;
  /** Errors that are caused neither by the server nor by the payment provider. */
  readonly oddRefusals: string[] = [];
  readonly #siteUrl: string;
  readonly #password: string;
  readonly #from: string | undefined;
  readonly #payWith: string | undefined;
  #token = '';
  #garment: Garment | undefined;

  private constructor(
    siteUrl: string,
    email: string,
    password: string,
    { from, payWith }: Registration,
  ) {
    this.#siteUrl = siteUrl;
    this.email = email;
    this.#password = password;
    this.#from = from;
    this.#payWith = payWith;
  }

  static async register(siteUrl: string, registration: Registration = {}): Promise<Shopper> {
    const { domain = 'example.com' } = registration;
    const email = `ada.${crypto.randomUUID()}@${domain}`;
    const password = `wool-${crypto.randomUUID()}`;
    const shopper = new Shopper(siteUrl, email, password, registration);
    await shopper.ask('POST', '/auth/register', { json: { ...person, email, password } });
    await shopper.#enter();
    return shopper;
  }

  /** Somebody who orders without an account. */
  static async visit(siteUrl: string, registration: Registration = {}): Promise<Shopper> {
    const { domain = 'example.com' } = registration;
    const email = `grace.${crypto.randomUUID()}@${domain}`;
    const shopper = new Shopper(siteUrl, email, '', registration);
    const { reply } = await shopper.ask('POST', '/auth/visit');
    shopper.#token = reply.visitorToken ?? '';
    if (!shopper.#token) throw new Error(`Nobody can order without an account: ${reply.message}`);
    await shopper.ask('PUT', '/checkout/visitor', { json: { ...person, email: shopper.email } });
    return shopper;
  }

  /** The same person at another URL of the shop. */
  async comeBack(siteUrl: string): Promise<Shopper> {
    const registration = {
      ...(this.#from ? { from: this.#from } : {}),
      ...(this.#payWith ? { payWith: this.#payWith } : {}),
    };
    const shopper = new Shopper(siteUrl, this.email, this.#password, registration);
    shopper.#token = this.#token;
    if (this.#password) await shopper.#enter();
    return shopper;
  }

  /** Gives a guest an account with this password; repeated requests are refused. */
  async keepAccount(password: string): Promise<Answer> {
    return this.ask('POST', '/auth/keep-account', { json: { password } });
  }

  /** Signs in to an account in the browser of this guest, whose cart joins that of the account. */
  async signInTo(email: string, password: string): Promise<Answer> {
    return this.ask('POST', '/auth/user-login', { json: { email, password } });
  }

  async #enter(): Promise<void> {
    const account = { email: this.email, password: this.#password };
    const { reply } = await this.ask('POST', '/auth/user-login', { json: account });
    this.#token = reply.UserauthToken ?? '';
    if (!this.#token) throw new Error(`Nobody can sign in: ${reply.message}`);
  }

  get token(): string {
    return this.#token;
  }

  /** One request as this customer; repeated while the shop has no time for it. */
  ask(
    method: string,
    path: string,
    question: Pick<Question, 'json' | 'key'> = {},
  ): Promise<Answer> {
    return askPatiently(this.#siteUrl, this.#question(method, path, question));
  }

  #question(method: string, path: string, more: Pick<Question, 'json' | 'key'>): Question {
    return { method, path, token: this.#token, from: this.#from, ...more };
  }

  /** An order of one garment, as the shop's checkout sends it; with the amount that was shown. */
  order(
    garment: Garment,
    { quantity = 1, amount = 0, key = '', ...more }: OrderOptions,
  ): Promise<Answer> {
    const json = { email: this.email, amount, products: [lineOf(garment, quantity)], ...more };
    return this.ask('POST', '/orders/place-order', { json, ...(key ? { key } : {}) });
  }

  /** Places an order of two products, with retries; of the newest that there is unless another is wanted. */
  async place(key: string, wanted?: Garment): Promise<Placed> {
    const garment = wanted ?? (this.#garment ??= await this.#findGarment());
    const amount = lineTotal(garment.price, 2);
    const [products, payWith] = [[lineOf(garment, 2)], this.#payWith];
    const json = { email: this.email, amount, products, payWith };
    return until('placing an order', async () => {
      const reply = await this.#askOrNull('POST', '/orders/place-order', json, key);
      return reply && this.toPlaced(reply);
    });
  }

  async #findGarment(): Promise<Garment> {
    const { products = [] } = (await this.#askOrNull('GET', '/products/all')) ?? {};
    const garment = products.find((it) => it.availability === 'InStock');
    if (!garment) throw new Error('Nobody can shop here');
    return garment;
  }

  async payAgain(order: string, payWith?: string): Promise<Placed> {
    return until('paying again', async () => {
      const reply = await this.#askOrNull('POST', `/orders/${order}/pay`, { payWith });
      return reply && this.toPlaced(reply, order);
    });
  }

  async useCard({ cardPage }: Placed, choice: 'pay' | 'decline'): Promise<void> {
    const { status, ...card } = cardOn(cardPage, choice);
    await until('the card page', async () =>
      (await press(cardPage, card)) === status ? true : null,
    );
  }

  /** The outcome of the payment, with retries. */
  async settle({ reference }: Placed): Promise<string> {
    return until('settling', async () => {
      const reply = await this.#askOrNull('POST', '/orders/settle', { reference });
      // While the provider cannot be asked, nobody knows.
      return reply?.outcome && reply.outcome !== 'pending' ? reply.outcome : null;
    });
  }

  toPlaced({ order, paymentInfo }: Reply, id = order?._id): Placed | null {
    if (!id || !paymentInfo) return null;
    const { authorization_url: cardPage, reference } = paymentInfo.data;
    return { owner: this, order: id, reference, cardPage };
  }

  /** The body of a successful response, else null. */
  async #askOrNull(method: string, path: string, json?: unknown, key = ''): Promise<Reply | null> {
    const more = { ...(json === undefined ? {} : { json }), ...(key ? { key } : {}) };
    try {
      const { status, reply } = await ask(this.#siteUrl, this.#question(method, path, more));
      if (status < 300) return reply;
      if (status < 500 && reply.code !== 'payment_unavailable') {
        this.oddRefusals.push(`${method} ${path}: ${status} ${reply.code ?? ''}`);
      }
      return null;
    } catch {
      return null;
    }
  }
}

export interface OrderOptions {
  quantity?: number;
  amount?: number;
  key?: string;
  checkout?: boolean;
  voucher?: string;
  /** Name of a provider; the first of the checkout by default. */
  payWith?: string;
}

export const lineOf = ({ _id: product, sizes, colors }: Garment, quantity: unknown) => ({
  ...{ product, quantity, size: sizes[0], color: colors[0] },
});
