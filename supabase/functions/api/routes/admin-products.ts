import { customColumn } from '../../_shared/domain/custom-fields.ts';
import { limits } from '../../_shared/domain/limits.ts';
import { bulkReply, idsReply } from '../../_shared/schemas/common.ts';
import {
  pricePreview,
  pricePreviewReply,
  productBulk,
  productChangedReply,
  productFilters,
  productImageColor,
  productImages,
  productReply,
  productTableQuery,
  productTableReply,
  salesReply,
} from '../../_shared/schemas/products.ts';
import { z } from 'zod';
import {
  fileImport,
  importReply,
  productColumns,
  productImport,
  importColumnsReply,
} from '../../_shared/schemas/product-files.ts';
import { messages } from '../../_shared/messages.ts';
import { call, type Call } from '../call.ts';
import { csvFile } from '../csv.ts';
import { importProductFile, recogniseProductFile } from '../product-import.ts';
import { customColumns } from '../queries/custom-fields.ts';
import { readProductFile } from '../queries/product-files.ts';
import {
  changeProducts,
  listProductIds,
  listProductTable,
  previewPrices,
} from '../queries/admin-products.ts';
import { pathOf, removeImages } from '../queries/images.ts';
import { colorImage } from '../queries/image-colors.ts';
import { arrangeProductImages } from '../queries/product-images.ts';
import { readProduct, toDetailedProduct } from '../queries/products.ts';
import { readSales } from '../queries/sales.ts';
import { purgeTrash } from '../queries/trash.ts';

/** The most products of one file. */
const exported = 1_000_000;

export const adminProducts: Call[] = [
  call(
    {
      method: 'GET',
      path: '/products/admin/export',
      summary: 'The matching products as a CSV file, with formulas escaped',
      access: 'admin',
      query: productFilters,
      reply: z.string(),
      file: 'text/csv',
    },
    async ({ db, imageUrl, query }) => {
      const ids = await listProductIds(db, query, exported);
      const custom = await customColumns(db, 'product', imageUrl);
      const header = [...productColumns, ...custom.fields.map((it) => customColumn(it.key))];
      return csvFile('products.csv', header, readProductFile(db, ids, imageUrl, custom));
    },
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/import',
      summary:
        'Import a product file of this or another shop, all rows or none; with dry, report what each row would do',
      access: 'admin',
      body: productImport,
      large: true,
      reply: importReply,
      errors: ['import_stopped'],
    },
    (context) => importProductFile(context, context.body),
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/import-columns',
      summary: 'What the columns of a product file are recognised as',
      access: 'admin',
      body: fileImport.pick({ csv: true }),
      large: true,
      reply: importColumnsReply,
    },
    ({ db, imageUrl, body }) => recogniseProductFile(db, imageUrl, body.csv),
  ),
  call(
    {
      method: 'GET',
      path: '/products/admin/list',
      summary: 'A page of products for the back office',
      access: 'admin',
      guardedInSql: true,
      query: productTableQuery,
      reply: productTableReply,
    },
    ({ db, imageUrl, query }) => listProductTable(db, imageUrl, query),
  ),
  call(
    {
      method: 'GET',
      path: '/products/admin/ids',
      summary: `The ids of the matching products on all pages, at most ${limits.bulk}`,
      access: 'admin',
      guardedInSql: true,
      query: productFilters,
      reply: idsReply,
    },
    async ({ db, query }) => ({ ids: await listProductIds(db, query, limits.bulk) }),
  ),
  call(
    {
      method: 'GET',
      path: '/products/admin/:id',
      summary: 'One product, which may be a draft',
      access: 'admin',
      reply: productReply,
    },
    async ({ db, imageUrl, id }) => ({
      product: toDetailedProduct(await readProduct(db, id()), imageUrl),
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/price-preview',
      summary: 'Preview the prices after a change by a percentage or an amount',
      access: 'admin',
      guardedInSql: true,
      body: pricePreview,
      reply: pricePreviewReply,
      errors: ['unknown_product', 'price_too_high', 'price_too_low'],
    },
    async ({ db, body }) => ({ prices: await previewPrices(db, body) }),
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/bulk',
      summary: 'Change or delete many products, all or none',
      access: 'admin',
      body: productBulk,
      reply: bulkReply,
      errors: [
        'unknown_product',
        'unknown_category',
        'changed_meanwhile',
        'price_too_high',
        'price_too_low',
        'stock_too_low',
      ],
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
      summary: 'Reorder or remove the pictures of a product',
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
      return { message: messages.products.updated, product: toDetailedProduct(product, imageUrl) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/products/:id/images/color',
      summary:
        'Set the color that a picture of a product shows, or with null none; its URL changes',
      access: 'admin',
      body: productImageColor,
      reply: productChangedReply,
      errors: ['changed_meanwhile'],
    },
    async ({ db, bucket, body, id, imageUrl }) => {
      const row = await colorImage(db, bucket, id(), {
        ...body,
        image: pathOf(body.image, imageUrl),
      });
      return { message: messages.products.updated, product: toDetailedProduct(row, imageUrl) };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/products/:id/sales',
      summary: 'The sales of a product by month',
      access: 'admin',
      reply: salesReply,
    },
    async ({ db, id }) => {
      const { id: product } = await readProduct(db, id());
      return { sales: await readSales(db, { p_product: product }) };
    },
  ),
];
