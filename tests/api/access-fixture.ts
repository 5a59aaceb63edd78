import type { Goods } from './access-rows.ts';
import {
  formOf,
  good,
  newCategory,
  newProduct,
  pictureFile,
  placeOrder,
  registeredCustomer,
  sql,
  type Person,
} from './client.ts';

export interface Scene {
  goods: Goods;
  customer: Pick<Person, 'token'>;
  another: Pick<Person, 'token'>;
  administrator: Pick<Person, 'token'>;
  guest: Pick<Person, 'token'>;
}

/** A new administrator with a password. */
export async function newAdministrator() {
  const person = await registeredCustomer();
  await sql`insert into administrators (id, email)
    select id, email from auth.users where email = ${person.email}`;
  await sql`delete from profiles where email = ${person.email}`;
  return person;
}

/** A customer with a cart and an order, a second customer, a new administrator, and products. */
export async function setScene(): Promise<Scene> {
  const [customer, another, administrator] = await Promise.all([
    registeredCustomer(),
    registeredCustomer(),
    newAdministrator(),
  ]);
  const { token: shopkeeper } = administrator;
  const category = await newCategory(shopkeeper, 'Coats');
  const { name } = category;
  const make = (path: string, json: object) => good('POST', path, { token: shopkeeper, json });
  const product = await newProduct(shopkeeper, { price: '19.95', categoryId: category._id });
  const form = formOf({ header: name, paragraph: 'Warm' }, ['images', pictureFile()]);
  const { banner } = await good('POST', '/banner/create', { token: shopkeeper, form });
  const { ad } = await make('/ads/create', { headline: name, shown: false });
  const { faq } = await make('/faqs/create', { question: `${name}?`, answer: 'Yes.' });
  const { page } = await make('/pages/create', { slug: category._id, title: name });
  const { synonym } = await make('/synonyms/create', { words: [name, `${name} too`] });
  const moved = { from: `/${crypto.randomUUID()}`, to: '/shop' };
  const { redirect } = await make('/redirects/create', moved);
  const { customField } = await make('/custom-fields/create', {
    ...{ resource: 'order', name, kind: 'text', key: `f${category._id.replaceAll('-', '_')}` },
  });
  const half = { code: crypto.randomUUID(), kind: 'percent', value: 50 };
  const { voucher } = await make('/vouchers/create', half);
  const { priceList } = await make('/price-lists/create', { name });
  await good('POST', '/contact/submit', {
    json: { firstname: 'Ann', lastname: name, email: 'ann@example.com', message: 'Hello' },
  });
  const written = await good('GET', `/contact/messages?q=${encodeURIComponent(name)}`, {
    token: shopkeeper,
  });
  const { token, email, password } = customer;
  const inCart = { token, json: { productId: product._id } };
  const { cart } = await good('POST', '/cart/add-to-cart', inCart);
  const { order, reference } = await placeOrder(product, { by: customer });
  const goods = {
    ...{ product: product._id, category: category._id, banner: banner._id, ad: ad._id },
    ...{
      faq: faq._id,
      page: page._id,
      synonym: synonym._id,
      redirect: redirect._id,
      customField: customField._id,
      voucher: voucher._id,
      priceList: priceList._id,
    },
    ...{ contactMessage: written.messages[0]?._id ?? '', customer: order.user._id ?? '' },
    ...{ line: cart.products[0]?._id ?? '', order: order._id, reference, email, password },
  };
  await good('PUT', '/shop/checkout', {
    token: shopkeeper,
    json: { whoMayOrder: 'everybody' },
  });
  const guest = { token: (await good('POST', '/auth/visit')).visitorToken };
  return { goods, customer, another, administrator, guest };
}

/** A snapshot of the first customer's data, to detect changes by others. */
export async function belongings({ customer }: Goods): Promise<string> {
  const [row] = await sql<{ all: string }[]>`select jsonb_build_array(
    (select jsonb_agg(p) from profiles p where id = ${customer}),
    (select jsonb_agg(c order by c.id) from cart_items c where user_id = ${customer}),
    (select jsonb_agg(o order by o.id) from orders o where user_id = ${customer}),
    (select jsonb_agg(to_jsonb(a) - 'asked_at' order by a.reference) from payment_attempts a
      join orders o on o.id = a.order_id where o.user_id = ${customer}),
    (select jsonb_agg(r order by r.id) from reviews r where user_id = ${customer}),
    (select encrypted_password from auth.users where id = ${customer}))::text as all`;
  return row?.all ?? '';
}
