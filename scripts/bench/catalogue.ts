import { categoryNames } from '../large/catalogue.ts';
import type { Shop } from './shop.ts';

/** Addresses of the shop's parts, for scenarios that ask for many different ones. */
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

const made = new Set(categoryNames);

/** A hundred garments that can be bought, and the ten made categories. */
export async function findGoods({ url }: Shop): Promise<Goods> {
  const read = async <T>(path: string) => (await (await fetch(`${url}/api/v1${path}`)).json()) as T;
  const { categories } = await read<{ categories: { _id: string; name: string }[] }>(
    '/categories/all',
  );
  const ids = categories.filter((it) => made.has(it.name)).map((it) => it._id);
  const lists = await Promise.all(
    ids.map((id) => read<Listing>(`/products/product-category/${id}?limit=12`)),
  );
  const products = lists.flatMap((it) => it.products).filter((it) => it.availability === 'InStock');
  if (ids.length < 10 || products.length < 80) throw new Error('The shop was not filled.');
  return { categories: ids, products };
}

/** Each in a tenth of the made garments. */
export const commonWords = [
  ...['linen', 'cotton', 'merino', 'denim', 'silk'],
  ...['wool', 'viscose', 'hemp', 'corduroy', 'flannel'],
];
/** As a hurried shopper types them. */
export const mistypedWords = [
  ...['linne', 'coton', 'merinno', 'denimm', 'sillk'],
  ...['viscoze', 'corduroi', 'flannnel', 'trouzers', 'jackts'],
];
