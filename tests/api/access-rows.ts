import { formOf, pictureFile, type Options } from './client.ts';

/** The records of the first customer and of the shop, as targets of requests. */
export interface Goods {
  product: string;
  category: string;
  banner: string;
  ad: string;
  faq: string;
  page: string;
  synonym: string;
  redirect: string;
  customField: string;
  voucher: string;
  priceList: string;
  contactMessage: string;
  customer: string;
  line: string;
  order: string;
  reference: string;
  email: string;
  password: string;
}

/** Callers in the order of the columns. A guest has put something in a cart without an account, where everybody may order. */
export const callers = ['visitor', 'customer', 'another', 'administrator', 'guest'] as const;
export type CallerName = (typeof callers)[number];

type Maker = (goods: Goods) => object;

/** What a request that succeeds for permitted callers has beside its address. */
interface Asked {
  /** What the id in the path names, or the id; by default something that does not exist. */
  id?: keyof Goods | 'order_refunded' | 'dark' | 'x.y.z' | 'terms';
  query?: string | ((goods: Goods) => string);
  json?: object | Maker;
  form?: (goods: Goods) => FormData;
}

export interface Row extends Asked {
  /** The expected status for each caller, in the order of `callers`. */
  statuses: readonly number[];
}

export const everyone = (asked: Asked = {}, status = 200): Row => ({
  ...asked,
  statuses: [status, status, status, status, status],
});
export const customers = (asked: Asked = {}, own = 200, another = own): Row => ({
  ...asked,
  statuses: [401, own, another, 403, 403],
});
/** Customers, and guests, who reach what belongs to a customer as little as another one. */
export const shoppers = (asked: Asked = {}, own = 200, another = own, guest = another): Row => ({
  ...asked,
  statuses: [401, own, another, 403, guest],
});
export const administrators = (asked: Asked = {}, status = 200): Row => ({
  ...asked,
  statuses: [401, 403, 403, status, 403],
});

/** A bulk request for records that do not exist. */
export const nobody: Asked = { json: () => ({ ids: [crypto.randomUUID()] }) };

export const pictured = (fields: Record<string, string> = {}) => ({
  form: () => formOf(fields, ['image', pictureFile()]),
});

export const someone = () => ({
  firstname: 'Mary',
  lastname: 'Quant',
  email: `mary.${crypto.randomUUID()}@example.com`,
});

/** The request of a row, which is named by method and path, for these records. */
export function requestOf(name: string, { id, query = '', json, form }: Row, goods: Goods) {
  const [method = '', path = ''] = name.split(' ');
  const asked = typeof query === 'function' ? query(goods) : query;
  const named = Object.entries(goods).find(([key]) => key === id)?.[1] ?? id;
  const target = path.replaceAll(/:\w+/g, () => named ?? crypto.randomUUID());
  const options: Options = {
    ...(json && { json: typeof json === 'function' ? (json as Maker)(goods) : json }),
    ...(form && { form: form(goods) }),
  };
  return { method, path: asked ? `${target}?${asked}` : target, options };
}
