import postgres from 'postgres';

import type { Goods } from './access-rows.ts';
import { good, newCustomer, newProduct, pictureFile, type Person } from './client.ts';
import { stack } from '../support/stack.ts';

export interface Scene {
  goods: Goods;
  customer: Person;
  another: Person;
  administrator: Person;
}

async function withSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(stack().dbUrl, { max: 1 });
  return work(sql).finally(() => sql.end());
}

/** A customer with a cart and an order, a second customer, a new administrator, and products. */
export async function setScene(): Promise<Scene> {
  const [customer, another, administrator] = await Promise.all([
    newCustomer(),
    newCustomer(),
    newCustomer(),
  ]);
  await withSql(async (sql) => {
    await sql`insert into administrators (id, email)
      select id, email from auth.users where email = ${administrator.email}`;
    await sql`delete from profiles where email = ${administrator.email}`;
  });
  const { token: shopkeeper } = administrator;
  const name = `Coats ${crypto.randomUUID().slice(0, 8)}`;
  const { category } = await good('POST', '/categories/create', {
    token: shopkeeper,
    json: { name },
  });
  const product = await newProduct(shopkeeper, { price: '19.95', categoryId: category._id });
  const form = new FormData();
  form.set('header', name);
  form.set('paragraph', 'Warm');
  form.set('images', pictureFile());
  const { banner } = await good('POST', '/banner/create', { token: shopkeeper, form });
  const asShopkeeper = (json: object) => ({ token: shopkeeper, json });
  const { ad } = await good('POST', '/ads/create', asShopkeeper({ headline: name, shown: false }));
  const asked = { question: `${name}?`, answer: 'Yes.' };
  const { faq } = await good('POST', '/faqs/create', asShopkeeper(asked));
  const same = asShopkeeper({ words: [name, `${name} too`] });
  const { synonym } = await good('POST', '/synonyms/create', same);
  const half = { code: crypto.randomUUID(), kind: 'percent', value: 50 };
  const { voucher } = await good('POST', '/vouchers/create', asShopkeeper(half));
  const { priceList } = await good('POST', '/price-lists/create', asShopkeeper({ name }));
  await good('POST', '/contact/submit', {
    json: { firstname: 'Ann', lastname: name, email: 'ann@example.com', message: 'Hello' },
  });
  const written = await good('GET', `/contact/messages?q=${encodeURIComponent(name)}`, {
    token: shopkeeper,
  });
  const { token, email, password } = customer;
  const { cart } = await good('POST', '/cart/add-to-cart', {
    token,
    json: { productId: product._id },
  });
  const { order, paymentInfo } = await good('POST', '/orders/place-order', {
    token,
    json: { email, amount: 19.95, products: [{ product: product._id, quantity: 1 }] },
  });
  const goods = {
    product: product._id,
    category: category._id,
    banner: banner._id,
    ad: ad._id,
    faq: faq._id,
    synonym: synonym._id,
    voucher: voucher._id,
    priceList: priceList._id,
    contactMessage: written.messages[0]?._id ?? '',
    customer: order.user._id ?? '',
    line: cart.products[0]?._id ?? '',
    order: order._id,
    reference: paymentInfo.data.reference,
    email,
    password,
  };
  return { goods, customer, another, administrator };
}

/** A snapshot of the first customer's data, to detect changes by others. */
export async function belongings({ customer }: Goods): Promise<string> {
  return withSql(async (sql) => {
    const [row] = await sql<{ all: string }[]>`select jsonb_build_array(
      (select jsonb_agg(p) from profiles p where id = ${customer}),
      (select jsonb_agg(c order by c.id) from cart_items c where user_id = ${customer}),
      (select jsonb_agg(o order by o.id) from orders o where user_id = ${customer}),
      (select jsonb_agg(to_jsonb(a) - 'asked_at' order by a.reference) from payment_attempts a
        join orders o on o.id = a.order_id where o.user_id = ${customer}),
      (select jsonb_agg(r order by r.id) from reviews r where user_id = ${customer}),
      (select encrypted_password from auth.users where id = ${customer}))::text as all`;
    return row?.all ?? '';
  });
}
