import { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import { messages } from '../../_shared/messages.ts';
import {
  deletedReply,
  id as idText,
  joinedIds,
  numberedListQuery,
} from '../../_shared/schemas/common.ts';
import { facetsReply, productFilters, withPricesInOrder } from '../../_shared/schemas/facets.ts';
import {
  feedProductsReply,
  newImage,
  productChangedReply,
  productInput,
  productWithVariantsReply,
  productsReply,
  productUpdate,
  randomProductsReply,
  relatedProductsReply,
} from '../../_shared/schemas/products.ts';
import { call, type Call } from '../call.ts';
import { ApiError, notFound } from '../errors.ts';
import { readPicture, readPictures } from '../pictures.ts';
import { deleteProducts } from '../queries/admin-products.ts';
import { listFacets } from '../queries/facets.ts';
import { listFeedProducts } from '../queries/feeds.ts';
import { requireColor } from '../queries/image-colors.ts';
import { withRenamedColors } from '../queries/image-colors.ts';
import { withImages } from '../queries/images.ts';
import { addProductImage } from '../queries/product-images.ts';
import * as queries from '../queries/products.ts';
import { purgeTrash } from '../queries/trash.ts';

const { perUpload, perProduct } = limits.images;
const filteredQuery = numberedListQuery.extend(productFilters.shape);
const listQuery = withPricesInOrder(filteredQuery);
const words = z
  .string()
  .max(500)
  .transform((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, ' '));
const searchQuery = withPricesInOrder(filteredQuery.extend({ q: words.default('') }));

function readCategoryIds(text: string): string[] {
  const ids = text.split(',').map((it) => idText.safeParse(it.trim()).data);
  const known = ids.filter((it) => it !== undefined);
  if (known.length !== ids.length || known.length > 100) throw notFound('Category');
  return known;
}

export const products: Call[] = [
  call(
    {
      method: 'GET',
      path: '/products/all',
      summary: 'All products, newest first',
      access: 'anyone',
      tags: ['products', 'categories'],
      query: listQuery,
      reply: productsReply,
    },
    async ({ db, imageUrl, query }) => {
      const list = query.page === undefined ? queries.listProducts : queries.listProductPage;
      const { items: products, ...rest } = await list(db, imageUrl, query);
      return { products, ...rest };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/products/by-ids',
      summary: 'Products by their ids, in that order, without those that do not exist',
      access: 'anyone',
      query: z.object({ products: joinedIds }),
      reply: productsReply,
    },
    async ({ db, imageUrl, query }) => ({
      products: await queries.listProductsByIds(db, imageUrl, query.products),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/products/feed',
      summary: 'What feeds need of all products, by their ids: variants, custom fields, shipping',
      access: 'anyone',
      query: z.object({
        after: idText.optional().meta({ description: 'The last product of the page before' }),
        limit: z.coerce.number().int().min(1).max(limits.feedPage).default(limits.feedPage),
      }),
      reply: feedProductsReply,
    },
    ({ db, imageUrl, query }) => listFeedProducts(db, imageUrl, query),
  ),
  call(
    {
      method: 'GET',
      path: '/products/random',
      summary: 'Eight random products',
      access: 'anyone',
      reply: randomProductsReply,
    },
    async ({ db, imageUrl }) => ({
      randomProducts: await queries.listRandomProducts(db, imageUrl),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/products/search',
      summary: 'Products matching q, best match first; filters apply to the best 200',
      access: 'anyone',
      tags: ['products', 'categories', 'search_synonyms'],
      query: searchQuery,
      reply: productsReply,
    },
    async ({ db, imageUrl, query: { q, ...query } }) => {
      const { items, ...rest } = await queries.searchProducts(db, imageUrl, q, query);
      return { products: items, ...rest };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/products/facets',
      summary:
        'How many products each filter would show, in the whole shop or, with q, among the best 200 of a search',
      access: 'anyone',
      tags: ['products', 'categories', 'search_synonyms'],
      query: withPricesInOrder(productFilters.extend({ q: words.optional() })),
      reply: facetsReply,
    },
    ({ db, query: { q, ...filters } }) => listFacets(db, filters, q),
  ),
  call(
    {
      method: 'GET',
      path: '/products/product-category/:ids',
      summary: 'Products of one or more categories, with their ids joined by commas',
      access: 'anyone',
      tags: ['products', 'categories'],
      query: listQuery,
      reply: productsReply,
    },
    async ({ db, c, imageUrl, query }) => {
      const ids = readCategoryIds(c.req.param('ids') ?? '');
      const list = query.page === undefined ? queries.listProducts : queries.listProductPage;
      const { items: products, ...rest } = await list(db, imageUrl, query, ids);
      return { products, ...rest };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/products/create',
      summary: 'Create a product with pictures; sizes[i] and colors[i] are repeated',
      access: 'admin',
      body: productInput,
      files: true,
      reply: productChangedReply,
      status: 201,
      errors: ['not_accepted', 'conflict'],
    },
    async ({ db, bucket, imageUrl, body, files }) => {
      const pictures = await readPictures(files, perUpload);
      const row = await withImages(bucket, 'products', pictures, (paths) =>
        queries.insertProduct(db, body, paths),
      );
      return {
        message: messages.products.createdAnswer,
        product: queries.toDetailedProduct(row, imageUrl),
      };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/products/update/:id',
      summary:
        'Update a product; omitted fields stay. With updatedAt, responds with 409 if the product was changed since',
      access: 'admin',
      guardedInSql: true,
      body: productUpdate,
      reply: productChangedReply,
      errors: ['conflict', 'changed_meanwhile', 'variants_lost', 'price_too_low'],
    },
    async ({ db, bucket, imageUrl, body, id }) => {
      const update = () => queries.updateProduct(db, id(), body);
      const updated = await withRenamedColors(db, bucket, body.colors ? [id()] : [], update);
      // Pictures of renamed colors have other addresses by now.
      const row = body.colors ? await queries.readProduct(db, id()) : updated;
      return {
        message: messages.products.updated,
        product: queries.toDetailedProduct(row, imageUrl),
      };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/products/delete/:id',
      summary:
        'Delete a product; orders keep its title and price, and it can be restored for 30 days',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => {
      const undo = await deleteProducts(db, [id()]);
      await purgeTrash({ db, bucket });
      return { message: messages.products.removed, undo };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/products/:id',
      summary:
        'One product, with SKU, price and stock of each size and color, and what it costs to send it',
      access: 'anyone',
      tags: ['product:{id}', 'categories', 'shop_settings', 'shipping_zones', 'shipping_methods'],
      reply: productWithVariantsReply,
    },
    async ({ db, imageUrl, id }) => ({
      product: queries.toProductWithVariants(await queries.readProduct(db, id()), imageUrl),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/products/:id/related',
      summary: 'Other products of the same category',
      access: 'anyone',
      tags: ['products', 'categories'],
      reply: relatedProductsReply,
    },
    async ({ db, imageUrl, id }) => ({
      relatedProducts: await queries.listRelatedProducts(db, imageUrl, id()),
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/products/:id/image',
      summary: 'Add a picture to a product, which may show one of its colors',
      access: 'admin',
      body: newImage,
      files: true,
      reply: productChangedReply,
      errors: ['not_accepted', 'too_many_pictures'],
    },
    async ({ db, bucket, imageUrl, id, body: { color }, files }) => {
      const picture = await readPicture(files);
      const { id: product, colors } = await queries.readProduct(db, id());
      requireColor(colors, color);
      const row = await withImages(
        bucket,
        'products',
        [{ ...picture, color }],
        async ([path = '']) => {
          const changed = await addProductImage(db, product, path);
          if (changed) return changed;
          throw new ApiError(409, 'too_many_pictures', `At most ${perProduct} pictures`);
        },
      );
      return { message: messages.images.added, product: queries.toDetailedProduct(row, imageUrl) };
    },
  ),
];
