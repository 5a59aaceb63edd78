import type { z } from 'zod';
import type { Offer, offerReply } from '../../_shared/schemas/cart-offers.ts';
import type {
  Product,
  ProductWithVariants,
  productsReply,
  productWithVariantsReply,
} from '../../_shared/schemas/products.ts';
import type { Call } from '../call.ts';
import { calls } from '../calls.ts';
import { toParameters, type Parameter } from '../docs/openapi.ts';

/** Values of parameters; a call checks them itself. */
export type Arguments = Readonly<Record<string, string | number | boolean>>;

/** What an assistant may do: one call of the API that changes nothing. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly call: Call;
  readonly parameters: readonly Parameter[];
  /** For what the assistant leaves out. */
  readonly defaults: Arguments;
  /** What the assistant gets of the reply; a text where that is of no use. */
  readonly answer: (reply: unknown, siteUrl: string, given: Arguments) => object | string;
}

interface Described<Reply> {
  readonly title: string;
  /** Beside the summary of the call. */
  readonly note?: string;
  readonly path: string;
  /** Those of the call, without others; all by default. */
  readonly takes?: readonly string[];
  readonly needs?: readonly string[];
  readonly defaults?: Arguments;
  readonly answer: (reply: Reply, siteUrl: string, given: Arguments) => object | string;
}

function tool<Reply>(name: string, described: Described<Reply>): Tool {
  const { title, note, path, takes, needs = [], defaults = {}, answer } = described;
  const call = calls.find((it) => it.method === 'GET' && it.path === path);
  if (!call) throw new Error(`There is no call ${path}`);
  const parameters = toParameters(call)
    .filter((it) => takes?.includes(it.name) ?? true)
    .map((it) => ({ ...it, required: it.required || needs.includes(it.name) }));
  return {
    ...{ name, title, call, parameters, defaults },
    description: [call.summary, note].filter(Boolean).join('. '),
    answer: (reply, siteUrl, given) => answer(reply as Reply, siteUrl, given),
  };
}

/** The page of a product finds out the rest of its address. */
const pageOf = (siteUrl: string, id: string) => `${siteUrl}/product/${id}/-`;

/** What helps to choose among many; the rest is in `get_product`. */
function found(product: Product, siteUrl: string) {
  const { _id, title, lowestPrice, highestPrice, compareAtPrice, images, ...rest } = product;
  const { category, availability, sizes, colors, asked } = rest;
  return {
    ...{ id: _id, title, page: pageOf(siteUrl, _id), lowestPrice, highestPrice, compareAtPrice },
    ...{ category, availability, sizes, colors, picture: images[0] },
    ...(asked && { asked }),
  };
}

/** Without what the description says already, and what only offices need. */
function whole(product: ProductWithVariants, siteUrl: string) {
  const {
    _id,
    descriptionDocument: _,
    status: __,
    taxClass: ___,
    categoryId: ____,
    ...rest
  } = product;
  return { id: _id, page: pageOf(siteUrl, _id), ...rest };
}

const lines = ({ lines: all, goods }: Offer) => ({
  items: all.map(({ product, ...it }) => ({ ...it, title: product?.title ?? null })),
  goods,
});

const itemsFrom = 'The SKUs are those of `get_product`';

/** Everything that an assistant may do. Whoever pays is a person. */
export const tools: readonly Tool[] = [
  tool<z.infer<typeof productsReply>>('search_products', {
    title: 'Search products',
    path: '/products/search',
    defaults: { limit: 10 },
    answer: ({ products, total, next }, siteUrl) => ({
      products: products.map((it) => found(it, siteUrl)),
      ...(total !== undefined && { total }),
      ...(next && { next }),
    }),
  }),
  tool<z.infer<typeof productWithVariantsReply>>('get_product', {
    title: 'Read a product',
    path: '/products/:id',
    answer: ({ product }, siteUrl) => whole(product, siteUrl),
  }),
  tool<z.infer<typeof offerReply>>('get_availability', {
    title: 'Check price and availability of items',
    path: '/cart/offer',
    note: itemsFrom,
    takes: ['items'],
    answer: lines,
  }),
  tool<z.infer<typeof offerReply>>('get_delivery_cost', {
    title: 'Read the delivery cost of items',
    path: '/cart/offer',
    note: itemsFrom,
    needs: ['country'],
    answer: (offer) => ({ ...lines(offer), delivery: offer.delivery }),
  }),
  tool<z.infer<typeof offerReply>>('create_cart_link', {
    title: 'Create a link to a cart',
    path: '/cart/offer',
    note: 'A person opens the link, adds the items to the cart, and orders and pays in the shop',
    takes: ['items'],
    answer: (offer, siteUrl, { items = '' }) =>
      offer.lines.every((it) => it.problem !== '')
        ? offer.lines.map((it) => it.problem).join(' ')
        : { link: `${siteUrl}/cart/add?items=${encodeURIComponent(items)}`, ...lines(offer) },
  }),
];
