import { importJWK, SignJWT } from 'jose';
import postgres from 'postgres';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import type { PaymentInfo } from '#shared/schemas/orders.ts';
import type { Body } from './body.ts';
import { checkReply } from './replies.ts';
import { stack } from '../support/stack.ts';

/** The database of this worker's stack, as its owner. */
export const sql = postgres(stack().dbUrl, {
  max: 3,
  idle_timeout: 5,
  onnotice: () => undefined,
});

export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Options {
  token?: string;
  json?: unknown;
  form?: FormData;
  raw?: BodyInit;
  headers?: Record<string, string>;
  /** Bypasses the site; by default a request is sent as if the site forwarded it. */
  direct?: boolean;
  signal?: AbortSignal;
}

/** A different client address per request, so that rate limits affect only their own tests. */
export function fromSite(address: string = crypto.randomUUID()): Record<string, string> {
  return { 'x-site-secret': stack().siteSecret, 'x-client-address': address };
}

/** `npm run judge` listens in: its mirror takes the port as the first part of the path. */
export function baseUrl(): string {
  const { url } = stack();
  const mirror = process.env['API_MIRROR'];
  const address = mirror ? `${mirror}/${new URL(url).port}` : url;
  return `${address}/functions/v1/api/v1`;
}

/** The answer with a file. */
export const fetchFile = (path: string, token: string): Promise<Response> =>
  fetch(`${baseUrl()}${path}`, { headers: { ...fromSite(), authorization: `Bearer ${token}` } });

/** Sends a request to the function, by default as the site forwards it. Checks a successful response against its schema. */
export async function send(method: string, path: string, options: Options = {}): Promise<Answer> {
  const { token, json, form, raw, headers = {}, direct = false, signal } = options;
  const body = form ?? raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(baseUrl() + path, {
    method,
    headers: {
      ...(direct ? {} : fromSite()),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const replied = isJson ? JSON.parse(text) : { message: text };
  if (response.ok) checkReply(method, path, replied);
  return { status: response.status, headers: response.headers, body: replied };
}

/** The body of a successful response. @throws for any other response */
export async function good(method: string, path: string, options: Options = {}): Promise<Body> {
  const { status, body } = await send(method, path, options);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Status, code and named fields of an answer. */
export const refusal = ({ status, body }: Answer) => [
  ...[status, body.code],
  ...(body.issues?.map((it) => it.path) ?? []),
];

export interface Person {
  id: string;
  email: string;
  token: string;
}

const someone = () => ({
  ...{ firstname: 'Ada', phone: '0123456789', country: 'Ireland', state: 'Leinster' },
  ...{ postcode: 'D02', address: '4 Mill Lane' },
});

/** A token as the auth server signs it. */
async function tokenFor(sub: string, email: string): Promise<string> {
  const { signingKey } = stack();
  return new SignJWT({ role: 'authenticated', email })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signingKey.kid ?? '' })
    .setSubject(sub)
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(await importJWK(signingKey, 'ES256'));
}

/** A new customer who is signed in, and has no password: that takes a second to make. */
export async function newCustomer(db = sql): Promise<Person> {
  const id = crypto.randomUUID();
  const mark = id.slice(0, 13);
  const email = `ada.${mark}@example.com`;
  const metadata = db.json({ ...someone(), lastname: `Weaver ${mark}` });
  await db`insert into auth.users (id, email, raw_user_meta_data)
    values (${id}, ${email}, ${metadata})`;
  return { id, email, token: await tokenFor(id, email) };
}

/** Adds a login with a password whose hash takes no time. */
export const addLogin = (
  { email, password, ...person }: { email: string; password: string } & Record<string, string>,
  db = sql,
) => db`
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
  values (gen_random_uuid(), 'authenticated', 'authenticated', ${email},
    extensions.crypt(${password}, extensions.gen_salt('bf', 4)), now(), ${db.json(person)})`;

/** A new customer with a password, signed in through the API. */
export async function registeredCustomer() {
  const mark = crypto.randomUUID().slice(0, 13);
  const login = { email: `ada.${mark}@example.com`, password: `wool-${mark}` };
  await addLogin({ ...someone(), lastname: `Weaver ${mark}`, ...login });
  const { UserauthToken: token } = await good('POST', '/auth/user-login', { json: login });
  return { ...login, token };
}

/** Whether a password is the right one. */
export const signsIn = async (email: string, password: string, as = 'user-login') =>
  (await send('POST', `/auth/${as}`, { json: { email, password } })).status === 200;

export const demoAdmin = { email: 'admin@hemline.example', password: 'admin-demo-1' };

/** The token of the demo shop's administrator. */
export async function adminToken(db = sql): Promise<string> {
  const [admin] = await db<{ id: string }[]>`
    select id from auth.users where email = ${demoAdmin.email}`;
  return tokenFor(admin?.id ?? '', demoAdmin.email);
}

/** As if something had been counted so often in this minute. */
export const counted = (key: string, hits: number) =>
  sql`insert into rate_limits (key, hits, ends_at) values (${key}, ${hits}, now() + interval '1 hour')
    on conflict (key) do update set hits = excluded.hits, ends_at = excluded.ends_at`;

/** The scheduled task. Asks about payments that are older than so many minutes. */
export async function runTask(key = stack().serviceRoleKey, minutes = 0) {
  const address = `${stack().url}/functions/v1/payments/reconcile?minutes=${minutes}`;
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(address, { method: 'POST', headers });
  return { status: response.status, body: (await response.json()) as Record<string, number> };
}

/** A minimal PNG. */
export function pictureFile(name = 'coat.png'): File {
  const data =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return new File([Buffer.from(data, 'base64')], name, { type: 'image/png' });
}

export function formOf(fields: Record<string, string>, ...files: [string, File][]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, file] of files) form.append(name, file);
  return form;
}

/** A new category with a name of its own. */
export async function newCategory(token: string, what = 'Hats') {
  const json = { name: `${what} ${crypto.randomUUID().slice(0, 8)}` };
  return (await good('POST', '/categories/create', { token, json })).category;
}

/** A new product, so that tests do not share one. */
export async function newProduct(
  token: string,
  fields: Partial<Record<'title' | 'price' | 'availability' | 'categoryId', string>> = {},
): Promise<DetailedProduct> {
  const categoryId =
    fields.categoryId ?? (await good('GET', '/categories/all')).categories.at(-1)?._id ?? '';
  const form = formOf({
    ...{ title: `Coat ${crypto.randomUUID().slice(0, 8)}`, price: '19.95', description: 'A coat' },
    ...{ availability: 'InStock', 'sizes[0]': 'M', 'sizes[1]': 'L', 'colors[0]': 'navy' },
    ...{ ...fields, categoryId },
  });
  return (await good('POST', '/products/create', { token, form })).product;
}

/** An order of a product in M and navy, gone to the card page. */
export async function placeOrder(
  { _id: product, price }: { _id: string; price: number },
  {
    quantity = 1,
    by,
    email,
    payWith,
  }: {
    quantity?: number;
    by?: Pick<Person, 'token' | 'email'>;
    email?: string;
    payWith?: string;
  } = {},
) {
  const person = by ?? (await newCustomer());
  const { token } = person;
  const { order, paymentInfo } = await good('POST', '/orders/place-order', {
    token,
    json: {
      ...{ email: email ?? person.email, amount: Math.round(price * quantity * 100) / 100 },
      products: [{ product, quantity, size: 'M', color: 'navy' }],
      payWith,
    },
  });
  const { reference } = paymentInfo.data;
  const line = order.products[0]?._id ?? '';
  return { ...person, order, id: order._id, line, paymentInfo, reference };
}

/** The same, and paid. */
export async function payOrder(...given: Parameters<typeof placeOrder>) {
  const placed = await placeOrder(...given);
  await payByCard(placed.paymentInfo);
  const { token, reference } = placed;
  await good('POST', '/orders/settle', { token, json: { reference } });
  return placed;
}

/** Submits the card page, whose URL the API has returned. */
export async function payByCard(
  { data }: PaymentInfo,
  choice: 'pay' | 'decline' = 'pay',
): Promise<void> {
  const card = { cardNumber: '4084 0840 8408 4081', expiry: '12/34', cvv: '408', choice };
  await submitPage(data.authorization_url, card);
}

/** Submits a page of a provider's sandbox. */
export async function submitPage(address: string, fields: Record<string, string>): Promise<void> {
  const init = { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) } as const;
  const response = await fetch(new URL(address, stack().url), init);
  await response.text();
  if (response.status !== 303) throw new Error(`The page answered ${response.status}`);
}

/** Orders can be paid with these providers too, until the function that is returned is called. */
export async function offer(...names: string[]): Promise<() => Promise<void>> {
  await sql`insert into payment_methods (provider, position, is_on)
    select name, 2, true from unnest(${names}::text[]) name
    on conflict (provider) do update set position = 2, is_on = true`;
  return async () => {
    await sql`delete from payment_methods where provider = any (${names})`;
  };
}
