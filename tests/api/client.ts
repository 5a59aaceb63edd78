import type { Note } from '#shared/schemas/admin-users.ts';
import type { PaymentCounts, PaymentEvent } from '#shared/schemas/admin-orders.ts';
import type { Ad, AdRow } from '#shared/schemas/ads.ts';
import type { Article } from '#shared/schemas/articles.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import type { CompanyRow, OfficeCompany, OwnCompany } from '#shared/schemas/companies.ts';
import type { Category } from '#shared/schemas/categories.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import type { BestSeller, IncomePeriod, Notification } from '#shared/schemas/dashboard.ts';
import type { Draft } from '#shared/schemas/drafts.ts';
import type { FacetsReply } from '#shared/schemas/facets.ts';
import type { Faq, FaqRow } from '#shared/schemas/faqs.ts';
import type { InvoicePaper } from '#shared/schemas/invoices.ts';
import type { TaxRate } from '#shared/schemas/taxes.ts';
import type { Synonym } from '#shared/schemas/synonyms.ts';
import type { Voucher, VoucherRow } from '#shared/schemas/vouchers.ts';
import type { MailText, QueuedMail } from '#shared/schemas/mail.ts';
import type { Order, PaymentInfo } from '#shared/schemas/orders.ts';
import type { ListPrices, PriceList, PriceListRow } from '#shared/schemas/price-lists.ts';
import type { DetailedProduct, Product } from '#shared/schemas/products.ts';
import type { Quote, QuoteTableRow } from '#shared/schemas/quotes.ts';
import type { SizeGuide } from '#shared/schemas/size-guides.ts';
import type { Rating, Review } from '#shared/schemas/reviews.ts';
import type { LowVariant, StockMovement, StockSettings } from '#shared/schemas/stock.ts';
import type { Country, ShippingZone } from '#shared/schemas/shipping.ts';
import type { CartPrice } from '#shared/schemas/cart.ts';
import type { User } from '#shared/schemas/users.ts';
import type { View } from '#shared/schemas/views.ts';

import { checkReply } from './replies.ts';
import { stack } from '../support/stack.ts';

/** The fields of all responses; each test uses those that it expects. */
export interface Body {
  message: string;
  code: string;
  issues?: { path: string; message: string }[];
  UserauthToken: string;
  authToken: string;
  products: Product[];
  product: DetailedProduct;
  randomProducts: Product[];
  relatedProducts: Product[];
  categories: Category[];
  category: Category;
  banners: { _id: string; header: string; images: string[] }[];
  banner: { _id: string; header: string; paragraph: string; images: string[] };
  cart: { products: CartItem[] };
  articles: Article[];
  drafts: Draft[];
  problems: { line: number; message: string }[];
  user: User;
  notes: Note[];
  users: User[];
  admin: { firstname: string; email: string };
  pendingEmail: string | null;
  access_token: string;
  refresh_token: string;
  order: Order;
  orders: Order[];
  orderCount: number;
  totalOrders: number;
  totalUsers: number;
  totalIncome: number;
  paymentInfo: PaymentInfo;
  outcome: string;
  deleted: number;
  events: PaymentEvent[];
  ids: string[];
  skus: Record<string, string>;
  prices: { _id: string; price: number; newPrice: number }[];
  review: Review;
  reviews: Review[];
  rating: Rating;
  next: string | null;
  ad: Ad;
  ads: AdRow[];
  zones: ShippingZone[];
  countries: Country[];
  _id: string;
  faq: Faq;
  faqs: FaqRow[];
  synonym: Synonym;
  synonyms: Synonym[];
  voucher: Voucher;
  priceList: PriceList;
  priceLists: PriceListRow[];
  listPrices: ListPrices;
  vouchers: VoucherRow[];
  sizeGuide: SizeGuide | null;
  sizeGuides: SizeGuide[];
  facets: FacetsReply['facets'];
  messages: ContactMessage[];
  count: number;
  undo: string[];
  trash: { _id: string; label: string }[];
  sales: { month: string; pieces: number; income: number; orders: number }[];
  total: number;
  changed: number;
  income: IncomePeriod[];
  bestSellers: BestSeller[];
  unpaidOrders: number;
  overdue: number;
  price: CartPrice | null;
  outOfStock: number;
  lowStock: number;
  toSend: number;
  returnsToAnswer: number;
  quotesToAnswer: number;
  quote: Quote;
  quotes: QuoteTableRow[];
  companiesToAnswer: number;
  company: OwnCompany & OfficeCompany;
  companies: CompanyRow[];
  invitation: { company: string; email: string; role: string };
  withoutPictures: number;
  unreadMessages: number;
  notifications: Notification[];
  unseen: number;
  entries: AuditEntry[];
  view: View;
  views: View[];
  counts: PaymentCounts;
  variants: LowVariant[];
  movements: StockMovement[];
  settings: StockSettings;
  rate: TaxRate;
  rates: TaxRate[];
  invoices: InvoicePaper[];
  left: number;
  from: string | null;
  texts: MailText[];
  failed: QueuedMail[];
  mails: QueuedMail[];
  subject: string;
  html: string;
  text: string;
}

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

export interface Person {
  email: string;
  password: string;
  token: string;
}

/** A new customer, registered and signed in through the API. */
export async function newCustomer(): Promise<Person> {
  const mark = crypto.randomUUID().slice(0, 13);
  const email = `ada.${mark}@example.com`;
  const password = `wool-${mark}`;
  const address = {
    country: 'Ireland',
    state: 'Leinster',
    postcode: 'D02',
    address: '4 Mill Lane',
  };
  const person = { firstname: 'Ada', lastname: `Weaver ${mark}`, phone: '0123456789', ...address };
  await good('POST', '/auth/register', { json: { ...person, email, password } });
  const { UserauthToken: token } = await good('POST', '/auth/user-login', {
    json: { email, password },
  });
  return { email, password, token };
}

export const demoAdmin = { email: 'admin@hemline.example', password: 'admin-demo-1' };

/** The token of the demo shop's administrator. */
export async function adminToken(): Promise<string> {
  return (await good('POST', '/auth/login', { json: demoAdmin })).authToken;
}

/** Adds a product without sizes to the cart in this number of sizes, each a line. */
export async function fillCart(token: string, productId: string, lines: number): Promise<void> {
  for (let from = 0; from < lines; from += 20) {
    const some = Array.from({ length: Math.min(20, lines - from) }, (_, n) => `${from + n}`);
    await Promise.all(
      some.map((size) => good('POST', '/cart/add-to-cart', { token, json: { productId, size } })),
    );
  }
}

/** A minimal PNG. */
export function pictureFile(name = 'coat.png'): File {
  const data =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return new File([Buffer.from(data, 'base64')], name, { type: 'image/png' });
}

/** A new product, so that tests do not share one. */
export async function newProduct(
  token: string,
  fields: Partial<Record<'title' | 'price' | 'availability' | 'categoryId', string>> = {},
): Promise<DetailedProduct> {
  const categories = (await good('GET', '/categories/all')).categories;
  const form = new FormData();
  form.set('title', fields.title ?? `Coat ${crypto.randomUUID().slice(0, 8)}`);
  form.set('price', fields.price ?? '19.95');
  form.set('categoryId', fields.categoryId ?? categories.at(-1)?._id ?? '');
  form.set('availability', fields.availability ?? 'InStock');
  form.set('description', 'A coat');
  form.set('sizes[0]', 'M');
  form.set('sizes[1]', 'L');
  form.set('colors[0]', 'navy');
  return (await good('POST', '/products/create', { token, form })).product;
}

/** Submits the card page, whose URL the API has returned. */
export async function payByCard(
  { data }: PaymentInfo,
  choice: 'pay' | 'decline' = 'pay',
): Promise<void> {
  const response = await fetch(data.authorization_url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      cardNumber: '4084 0840 8408 4081',
      expiry: '12/34',
      cvv: '408',
      choice,
    }),
  });
  await response.text();
  if (response.status !== 303) throw new Error(`The card page answered ${response.status}`);
}
