import { bulkReply } from '../../_shared/schemas/common.ts';
import {
  productBulk,
  productChangedReply,
  productImages,
  productTableQuery,
  productTableReply,
  salesReply,
} from '../../_shared/schemas/products.ts';
import { z } from 'zod';
import { importReply, productColumns, productImport } from '../../_shared/schemas/product-files.ts';
import { messages } from '../../_shared/messages.ts';
import { call, type Call } from '../call.ts';
import { csvFile } from '../csv.ts';
import { takeProductFile } from '../product-import.ts';
import { readProductFile } from '../queries/product-files.ts';
import { changeProducts, listProductTable } from '../queries/admin-products.ts';
import { removeImages } from '../queries/images.ts';
import { arrangeProductImages, readProduct, toProduct } from '../queries/products.ts';
import { readSales } from '../queries/sales.ts';
import { purgeTrash } from '../queries/trash.ts';

/** The path of a picture that may be given by its whole address. */
function pathOf(picture: string, imageUrl: (path: string) => string): string {
  const base = imageUrl('');
  if (!picture.startsWith(base)) return picture;
  try {
    return decodeURIComponent(picture.slice(base.length));
  } catch {
    return picture;
  }
}

export const adminProducts: Call[] = [
  call(
    {
      method: 'GET',
      path: '/products/admin/export',
      summary: 'All products as a file of comma-separated values; formulas come out harmless',
      access: 'admin',
      reply: z.string(),
      file: 'text/csv',
    },
    async ({ db }) => csvFile('products.csv', productColumns, readProductFile(db)),
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/import',
      summary:
        'Take a file of products in, all of it or nothing; when dry, say row by row what it would do',
      access: 'admin',
      body: productImport,
      large: true,
      reply: importReply,
    },
    ({ db, body }) => takeProductFile(db, body.csv, body.dry),
  ),
  call(
    {
      method: 'GET',
      path: '/products/admin/list',
      summary: 'One page of the table of products',
      access: 'admin',
      guardedInSql: true,
      query: productTableQuery,
      reply: productTableReply,
    },
    ({ db, imageUrl, query }) => listProductTable(db, imageUrl, query),
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/bulk',
      summary: 'Change or delete many products, all or none',
      access: 'admin',
      body: productBulk,
      reply: bulkReply,
      errors: ['unknown_product', 'unknown_category', 'price_too_high'],
    },
    async ({ db, bucket, body }) => {
      const done = await changeProducts(db, body);
      const isDelete = body.action === 'delete';
      if (isDelete) await purgeTrash({ db, bucket });
      const message = isDelete ? messages.products.removed : messages.products.updated;
      return { message, ...done };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/products/:id/images',
      summary: 'Put the pictures of a product into another order, or take some away',
      access: 'admin',
      guardedInSql: true,
      body: productImages,
      reply: productChangedReply,
      errors: ['changed_meanwhile'],
    },
    async ({ db, bucket, body, id, imageUrl }) => {
      const paths = body.images.map((it) => pathOf(it, imageUrl));
      const { product, removed } = await arrangeProductImages(db, id(), paths, body.updatedAt);
      await removeImages(bucket, removed);
      return { message: messages.products.updated, product: toProduct(product, imageUrl) };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/products/:id/sales',
      summary: 'What a product brought in, month by month',
      access: 'admin',
      reply: salesReply,
    },
    async ({ db, id }) => {
      const { id: product } = await readProduct(db, id());
      return { sales: await readSales(db, { p_product: product }) };
    },
  ),
];
