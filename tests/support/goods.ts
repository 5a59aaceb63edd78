import { onTestFinished } from 'vitest';
import type { Category } from '../../supabase/functions/_shared/schemas/categories.ts';
import type { Product } from '../../supabase/functions/_shared/schemas/products.ts';
import { adminToken, good, newProduct } from '../api/client.ts';

export interface Goods {
  /** Part of every title, and of no other. */
  readonly mark: string;
  readonly category: Category;
  readonly products: readonly [Product, ...Product[]];
  /** As the administrator, by the API. */
  readonly change: (product: Product, fields: object) => Promise<void>;
  readonly remove: (product: Product) => Promise<void>;
  readonly read: (product: Product) => Promise<Product>;
}

/** Products at $20 in a new category. Everything that contains the mark is deleted after the test. */
export async function newGoods(count = 1): Promise<Goods> {
  const token = await adminToken();
  const mark = crypto.randomUUID().slice(0, 8);
  onTestFinished(async () => {
    const query = `limit=100&q=${mark}`;
    const { products } = await good('GET', `/products/admin/list?${query}`, { token });
    if (products.length > 0) {
      const json = { action: 'delete', ids: products.map((it) => it._id) };
      await good('POST', '/products/admin/bulk', { token, json });
    }
    const { categories } = await good('GET', `/categories/admin/list?${query}`, { token });
    for (const it of categories) await good('DELETE', `/categories/delete/${it._id}`, { token });
  });
  const json = { name: `Capes ${mark}` };
  const { category } = await good('POST', '/categories/create', { token, json });
  const make = (number: number) =>
    newProduct(token, {
      title: `Cape ${mark} ${number}`,
      price: '20',
      categoryId: category._id,
    });
  const products: [Product, ...Product[]] = [await make(1)];
  for (let number = 2; number <= count; number += 1) products.push(await make(number));
  return {
    mark,
    category,
    products,
    change: async ({ _id }, fields) => {
      await good('PUT', `/products/update/${_id}`, { token, json: fields });
    },
    remove: async ({ _id }) => {
      await good('DELETE', `/products/delete/${_id}`, { token });
    },
    read: async ({ _id }) => (await good('GET', `/products/${_id}`)).product,
  };
}
