import { categoryNames } from '../../scripts/large/catalogue.ts';
import type { Shop } from './shop.ts';

/** Categories and products for scenarios with many different URLs. */
export interface Goods {
  readonly categories: readonly string[];
  readonly products: readonly {
    readonly _id: string;
    readonly title: string;
    readonly price: number;
    readonly sizes: readonly string[];
  }[];
}

interface Listing {
  readonly products: (Goods['products'][number] & { readonly availability: string })[];
}

const seededNames = new Set(categoryNames);

/** About a hundred products in stock, and the ten seeded categories. */
export async function findGoods({ url }: Shop): Promise<Goods> {
  const read = async <T>(path: string) => (await (await fetch(`${url}/api/v1${path}`)).json()) as T;
  const { categories } = await read<{ categories: { _id: string; name: string }[] }>(
    '/categories/all',
  );
  const ids = categories.filter((it) => seededNames.has(it.name)).map((it) => it._id);
  const lists = await Promise.all(
    ids.map((id) => read<Listing>(`/products/product-category/${id}?limit=12`)),
  );
  const products = lists.flatMap((it) => it.products).filter((it) => it.availability === 'InStock');
  if (ids.length < 10 || products.length < 80) throw new Error('The shop was not seeded.');
  return { categories: ids, products };
}

/** Each is in a tenth of the seeded products. */
export const commonWords = [
  ...['linen', 'cotton', 'merino', 'denim', 'silk'],
  ...['wool', 'viscose', 'hemp', 'corduroy', 'flannel'],
];
/** With typing errors. */
export const mistypedWords = [
  ...['linne', 'coton', 'merinno', 'denimm', 'sillk'],
  ...['viscoze', 'corduroi', 'flannnel', 'trouzers', 'jackts'],
];
