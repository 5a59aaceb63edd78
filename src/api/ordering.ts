import type { z } from 'zod';
import type { articlesReply } from '#shared/schemas/articles.ts';
import type { AddLinesInput, linesAddedReply } from '#shared/schemas/cart-batches.ts';
import type { productWithVariantsReply } from '#shared/schemas/products.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';

/** Many lines at once. */
export const addLines = (body: AddLinesInput) =>
  call<z.infer<typeof linesAddedReply>>(
    '/cart/add-lines',
    { ...sentence, cart: { products: 'array' }, problems: 'array' },
    { method: 'POST', body, as: 'shopper' },
  );

export const productWithVariants = (id: string) =>
  call<z.infer<typeof productWithVariantsReply>>(`/products/${encodeURIComponent(id)}`, {
    product: 'object',
  });

/** Articles whose SKU starts with this. */
export const findArticles = (q: string) =>
  call<z.infer<typeof articlesReply>>(
    `/wholesale/articles?q=${encodeURIComponent(q)}`,
    { articles: 'array' },
    { as: 'user' },
  );
