import { z } from 'zod';
import { priceListMessages } from '../../_shared/price-list-messages.ts';
import { deletedReply } from '../../_shared/schemas/common.ts';
import { priceColumns, priceFileRow } from '../../_shared/schemas/price-files.ts';
import {
  listedProductsReply,
  listPricesChangedReply,
  listPricesInput,
  listPricesQuery,
  listPricesReply,
  orderQuantitiesInput,
  priceListChangedReply,
  priceListInput,
  priceListReply,
  priceListTableQuery,
  priceListUpdate,
  priceListTableReply,
} from '../../_shared/schemas/price-lists.ts';
import { fileImport, importReply } from '../../_shared/schemas/product-files.ts';
import { call, type Call } from '../call.ts';
import { csvFile } from '../csv.ts';
import { importFile } from '../imported-file.ts';
import * as queries from '../queries/price-lists.ts';
import { deleteRecord } from '../queries/trash.ts';

const fileFormat = {
  columns: priceColumns,
  required: ['product', 'sku'],
  row: priceFileRow,
  creates: true,
  label: ['sku', 'product'],
};

export const priceLists: Call[] = [
  call(
    {
      method: 'GET',
      path: '/price-lists/admin/list',
      summary:
        'A page of the price lists whose names contain `q`, by name, with the number of their prices and of the companies that use them',
      access: 'admin',
      guardedInSql: true,
      query: priceListTableQuery,
      reply: priceListTableReply,
    },
    ({ db, query }) => queries.listPriceListTable(db, query),
  ),
  call(
    {
      method: 'POST',
      path: '/price-lists/create',
      summary: 'Add a price list; its percentage is taken off the shop’s standard prices',
      access: 'admin',
      body: priceListInput,
      errors: ['name_taken'],
      reply: priceListChangedReply,
      status: 201,
    },
    async ({ db, body }) => ({
      message: priceListMessages.created,
      priceList: await queries.insertPriceList(db, body),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/price-lists/read/:id',
      summary: 'A price list',
      access: 'admin',
      reply: priceListReply,
    },
    async ({ db, id }) => ({ priceList: await queries.readPriceList(db, id()) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/price-lists/update/:id',
      summary: 'Change the name and the percentage of a price list; omitted fields stay',
      access: 'admin',
      body: priceListUpdate,
      errors: ['name_taken'],
      reply: priceListChangedReply,
    },
    async ({ db, body, id }) => ({
      message: priceListMessages.updated,
      priceList: await queries.updatePriceList(db, id(), body),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/price-lists/delete/:id',
      summary: 'Delete a price list; companies that use it pay standard prices',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: priceListMessages.removed,
      undo: await deleteRecord({ db, bucket }, 'price_lists', id(), 'Price list'),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/price-lists/products/:id',
      summary:
        'One page of the products that a price list has prices or order quantities for, by title; `q` is a part of the title, or an SKU',
      access: 'admin',
      guardedInSql: true,
      query: priceListTableQuery,
      reply: listedProductsReply,
    },
    ({ db, query, id }) => queries.listListedProducts(db, id(), query),
  ),
  call(
    {
      method: 'GET',
      path: '/price-lists/prices',
      summary: 'What a product costs in a price list, and its order quantities',
      access: 'admin',
      guardedInSql: true,
      query: listPricesQuery,
      reply: listPricesReply,
    },
    async ({ db, query: { list, product } }) => ({
      listPrices: await queries.readListPrices(db, list, product),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/price-lists/prices/:id',
      summary:
        'Replace all prices and order quantities of a product in a price list; responds with 409 if they differ from `known`',
      access: 'admin',
      guardedInSql: true,
      body: listPricesInput,
      errors: ['changed_meanwhile', 'unknown_variant'],
      reply: listPricesChangedReply,
    },
    async ({ db, body, id }) => ({
      message: priceListMessages.pricesSaved,
      listPrices: await queries.saveListPrices(db, id(), body),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/price-lists/quantities/:id',
      summary: 'The order quantities of a product for all price lists that have none of their own',
      access: 'admin',
      guardedInSql: true,
      reply: listPricesReply,
    },
    async ({ db, id }) => ({ listPrices: await queries.readListPrices(db, null, id()) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/price-lists/quantities/:id',
      summary:
        'Replace the order quantities of a product for all price lists; responds with 409 if they differ from `known`',
      access: 'admin',
      guardedInSql: true,
      body: orderQuantitiesInput,
      errors: ['changed_meanwhile'],
      reply: listPricesChangedReply,
    },
    async ({ db, body, id }) => ({
      message: priceListMessages.quantitiesSaved,
      listPrices: await queries.saveOrderQuantities(db, id(), body),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/price-lists/export/:id',
      summary: 'The prices of a price list as a CSV file, with formulas escaped',
      access: 'admin',
      reply: z.string(),
      file: 'text/csv',
    },
    ({ db, id }) =>
      csvFile('prices.csv', Object.values(priceColumns), queries.readPriceFile(db, id())),
  ),
  call(
    {
      method: 'POST',
      path: '/price-lists/import/:id',
      summary:
        'Import a file of prices by SKU or product, all rows or none; with dry, report what each row would do. A blank price removes a price; prices that are not in the file stay',
      access: 'admin',
      body: fileImport,
      large: true,
      reply: importReply,
    },
    ({ db, body, id }) =>
      importFile(fileFormat, body, (rows, dry) => queries.importPrices(db, id(), rows, dry)),
  ),
];
