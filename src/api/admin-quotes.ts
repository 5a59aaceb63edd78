import type { z } from 'zod';
import type {
  companyChoicesReply,
  officeOrderInput,
  officeOrderReply,
  productChoicesReply,
  quoteChangedReply,
  quoteOffer,
  quoteReply,
  quoteTableReply,
} from '#shared/schemas/quotes.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';

const one = (id: string) => `/quotes/admin/${encodeURIComponent(id)}`;
const changed = { message: 'string', quote: 'object' } as const;
type Changed = z.infer<typeof quoteChangedReply>;

/** `params` is a table query of the back office. */
export const quotePage = (params: string) =>
  pageOf(
    resource<z.infer<typeof quoteTableReply>>(
      `/quotes/admin/list?${params}`,
      { quotes: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.quotes,
  );

export const quote = (id: string) =>
  resource<z.infer<typeof quoteReply>>(one(id), { quote: 'object' }, { as: 'admin' });

export const createQuote = (company: string) =>
  call<z.infer<typeof quoteReply>>(
    '/quotes/admin/create',
    { quote: 'object' },
    { method: 'POST', body: { company }, as: 'admin' },
  );

export const offerQuote = (id: string, body: z.input<typeof quoteOffer>) =>
  call<Changed>(one(id), changed, { method: 'PUT', body, as: 'admin' });

export const answerQuote = (id: string, body: { text: string; decline: boolean }) =>
  call<Changed>(`${one(id)}/answer`, changed, { method: 'POST', body, as: 'admin' });

const search = (q: string) => new URLSearchParams({ q }).toString();

export const productChoices = (q: string) =>
  resource<z.infer<typeof productChoicesReply>>(
    `/quotes/admin/products?${search(q)}`,
    { products: 'array' },
    { as: 'admin' },
  );

export const companyChoices = (q: string) =>
  resource<z.infer<typeof companyChoicesReply>>(
    `/quotes/admin/companies?${search(q)}`,
    { companies: 'array' },
    { as: 'admin' },
  );

export const createOrder = (body: z.input<typeof officeOrderInput>) =>
  call<z.infer<typeof officeOrderReply>>(
    '/orders/admin/create',
    { message: 'string', order: 'object' },
    { method: 'POST', body, as: 'admin' },
  );
