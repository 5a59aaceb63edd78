import type { z } from 'zod';
import type {
  companyChoicesReply,
  officeOrderInput,
  officeOrderReply,
  productChoicesReply,
  quoteChangedReply,
  quotedGoodsReply,
  quoteOffer,
  quoteReply,
  quoteTableReply,
} from '#shared/schemas/quotes.ts';
import { post, put, read } from './admin-call.ts';
import { tablePage } from './page.ts';

const one = (id: string) => `/quotes/admin/${encodeURIComponent(id)}`;
const changed = { message: 'string', quote: 'object' } as const;
type Changed = z.infer<typeof quoteChangedReply>;

export const quotePage = tablePage(
  '/quotes/admin/list',
  { quotes: 'array', total: 'number' },
  (it: z.infer<typeof quoteTableReply>) => it.quotes,
);

export const quote = (id: string) => read<z.infer<typeof quoteReply>>(one(id), { quote: 'object' });

export const createQuote = (company: string) =>
  post<z.infer<typeof quoteReply>>('/quotes/admin/create', { quote: 'object' }, { company });

export const offerQuote = (id: string, body: z.input<typeof quoteOffer>) =>
  put<Changed>(one(id), changed, body);

export const answerQuote = (id: string, body: { text: string; decline: boolean }) =>
  post<Changed>(`${one(id)}/answer`, changed, body);

const search = (q: string) => new URLSearchParams({ q }).toString();

export const productChoices = (q: string) =>
  read<z.infer<typeof productChoicesReply>>(`/quotes/admin/products?${search(q)}`, {
    products: 'array',
  });

/** Price in the shop and stock of each size and color of these products. */
export const quotedGoods = (id: string, products: readonly string[]) =>
  read<z.infer<typeof quotedGoodsReply>>(`${one(id)}/goods?products=${products.join()}`, {
    goods: 'array',
  });

export const companyChoices = (q: string) =>
  read<z.infer<typeof companyChoicesReply>>(`/quotes/admin/companies?${search(q)}`, {
    companies: 'array',
  });

export const createOrder = (body: z.input<typeof officeOrderInput>) =>
  post<z.infer<typeof officeOrderReply>>(
    '/orders/admin/create',
    { message: 'string', order: 'object' },
    body,
  );
