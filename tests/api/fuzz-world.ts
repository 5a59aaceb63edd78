import postgres from 'postgres';

import { adminToken, good, newCustomer, newProduct, pictureFile, type Person } from './client.ts';
import { stack } from '../support/stack.ts';

/** All tables except rate limits, which also count rejected requests. */
const everything = [
  ...['administrators', 'banners', 'cart_departures', 'cart_items', 'catalogue_changes'],
  ...['categories', 'contact_messages', 'order_items', 'orders', 'payment_attempts'],
  ...['payment_events', 'products', 'profiles', 'reviews', 'storage.objects'],
];

/** The users and products of the fuzzed requests, created again when a request deletes them. */
export class World {
  readonly #sql = postgres(stack().dbUrl, { max: 1 });
  readonly values: Record<string, string> = {};
  #people: Person[] = [];

  /** By index: visitor, invalid token, customer, administrator. */
  token(who: number): string | undefined {
    return [undefined, 'x.y.z', this.#people[0]?.token, this.#people[1]?.token][who];
  }

  async build(): Promise<void> {
    const admin = await adminToken(this.#sql);
    const product = await newProduct(admin, { price: '19.95' });
    const name = `Fuzz ${product._id.slice(0, 8)}`;
    const { category } = await good('POST', '/categories/create', { token: admin, json: { name } });
    const form = new FormData();
    form.set('header', name);
    form.set('paragraph', 'For a test');
    form.set('images', pictureFile());
    const { banner } = await good('POST', '/banner/create', { token: admin, form });
    // The third one sends nothing: nothing of hers may ever change.
    const person = () => newCustomer(this.#sql);
    this.#people = [await person(), await person(), await person()];
    const [customer, administrator, bystander] = this.#people;
    await this.#sql`insert into administrators (id)
      select id from auth.users where email = ${administrator?.email ?? ''}`;
    for (const token of [bystander?.token ?? '', customer?.token ?? '']) {
      const { cart } = await good('POST', '/cart/add-to-cart', {
        token,
        json: { productId: product._id },
      });
      const { order, paymentInfo } = await good('POST', '/orders/place-order', {
        token,
        json: {
          email: 'fuzz@example.com',
          amount: 19.95,
          products: [{ product: product._id, quantity: 1 }],
        },
      });
      Object.assign(this.values, {
        product: product._id,
        category: category._id,
        banner: banner._id,
        customer: order.user._id ?? '',
        line: cart.products[0]?._id ?? '',
        order: order._id,
        reference: paymentInfo.data.reference,
        email: bystander?.email ?? '',
      });
    }
  }

  /** Whether a user or record of the requests was deleted. */
  async isBroken(): Promise<boolean> {
    const { product, category, banner, customer, order } = this.values;
    const [row] = await this.#sql<{ whole: boolean }[]>`select
      exists (select from products where id = ${product ?? null}) and
      exists (select from categories where id = ${category ?? null}) and
      exists (select from banners where id = ${banner ?? null}) and
      exists (select from profiles where id = ${customer ?? null}) and
      exists (select from orders where id = ${order ?? null}) as whole`;
    return row?.whole !== true;
  }

  /** A checksum of the stored data; the scheduled task notes when it asked about a payment. */
  async print(): Promise<string> {
    const prints = everything.map(
      (
        table,
      ) => `(select '${table}' || coalesce(md5(string_agg(row::text, '' order by row::text)), '')
        from ${table} t, lateral (select to_jsonb(t) - 'asked_at' as row) r)`,
    );
    const query = `select concat_ws(' ', ${prints.join(', ')}) as print`;
    const [row] = await this.#sql.unsafe<{ print: string }[]>(query);
    return row?.print ?? '';
  }

  async leave(): Promise<void> {
    await this.#sql.end();
  }
}
