import { pictureFile, type Options } from './client.ts';

/** The records of the first customer and of the shop, as targets of requests. */
export interface Goods {
  product: string;
  category: string;
  banner: string;
  ad: string;
  faq: string;
  synonym: string;
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

/** Callers in the order of the columns. */
export const callers = [
  ...(['visitor', 'customer', 'another customer'] as const),
  ...(['administrator', 'expired token', 'forged token'] as const),
];
export type CallerName = (typeof callers)[number];

export interface Row {
  /** A request that succeeds for permitted callers; its ids are the first customer's. */
  request: (goods: Goods) => { path: string } & Options;
  /** The expected status for each caller, in the order of `callers`. */
  statuses: readonly number[];
}

type Request = Row['request'];

export const everyone = (request: Request, status = 200): Row => ({
  request,
  statuses: [status, status, status, status, status, status],
});
export const customers = (request: Request, own = 200, another = own): Row => ({
  request,
  statuses: [401, own, another, 403, 401, 401],
});
export const administrators = (request: Request, status = 200): Row => ({
  request,
  statuses: [401, 403, 403, status, 401, 401],
});

export const at = (path: string, json?: unknown) => () =>
  json === undefined ? { path } : { path, json };

/** A bulk request for records that do not exist. */
export const nobody = (path: string) => () => ({ path, json: { ids: [crypto.randomUUID()] } });

export function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  data.append('image', pictureFile());
  return data;
}

export const someone = () => ({
  firstname: 'Mary',
  lastname: 'Quant',
  email: `mary.${crypto.randomUUID()}@example.com`,
});
