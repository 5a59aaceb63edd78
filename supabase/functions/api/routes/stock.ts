import { stockMessages } from '../../_shared/stock-messages.ts';
import { partQuery } from '../../_shared/schemas/common.ts';
import {
  adjustInput,
  adjustReply,
  lowStockQuery,
  lowStockReply,
  officeVariantsReply,
  stockMovementsReply,
  variantsChangedReply,
  variantsInput,
} from '../../_shared/schemas/stock.ts';
import {
  stockSettingsUpdate,
  stockSettingsChangedReply,
  stockSettingsReply,
} from '../../_shared/schemas/stock-settings.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/stock.ts';

export const stock: Call[] = [
  call(
    {
      method: 'GET',
      path: '/products/:id/variants',
      summary: 'The sizes and colors of a product with their SKUs and stock',
      access: 'admin',
      guardedInSql: true,
      reply: officeVariantsReply,
    },
    async ({ db, id }) => ({ variants: await queries.listVariants(db, id()) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/products/:id/variants',
      summary:
        'Change sizes and colors of a product, all or none; omitted fields stay, and stock changes by a difference. With updatedAt, responds with 409 if another field was changed since',
      access: 'admin',
      guardedInSql: true,
      body: variantsInput,
      large: true,
      reply: variantsChangedReply,
      errors: ['changed_meanwhile', 'sku_taken', 'barcode_taken', 'stock_too_low'],
    },
    async ({ db, body, id }) => ({
      message: stockMessages.saved,
      variants: await queries.saveVariants(db, id(), body),
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/stock/adjust',
      summary: 'Change the stock of sizes and colors of any products by differences, all or none',
      access: 'admin',
      guardedInSql: true,
      body: adjustInput,
      large: true,
      reply: adjustReply,
      errors: ['unknown_variant', 'stock_too_low'],
    },
    async ({ db, body }) => ({
      message: stockMessages.adjusted,
      count: await queries.adjustStock(db, body),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/stock/low',
      summary:
        'A page of the sizes and colors that are running low, the fewest free pieces first; q has words of the product, the beginning of a SKU, or a barcode',
      access: 'admin',
      guardedInSql: true,
      query: lowStockQuery,
      reply: lowStockReply,
    },
    ({ db, query, imageUrl }) => queries.listLowStock(db, query, imageUrl),
  ),
  call(
    {
      method: 'GET',
      path: '/stock/settings',
      summary: 'How stock is counted and shown, and how orders are numbered',
      access: 'admin',
      reply: stockSettingsReply,
    },
    async ({ db }) => ({ settings: await queries.readStockSettings(db) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/stock/settings',
      summary:
        'Change how stock is counted and shown, and how orders are numbered; omitted fields, SKUs and numbers that exist stay',
      access: 'admin',
      body: stockSettingsUpdate,
      reply: stockSettingsChangedReply,
    },
    async ({ db, body }) => ({
      message: stockMessages.settingsSaved,
      settings: await queries.saveStockSettings(db, body),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/stock/:id/movements',
      summary: 'All changes of the stock of a size and color, newest first',
      access: 'admin',
      guardedInSql: true,
      query: partQuery,
      reply: stockMovementsReply,
    },
    ({ db, query, id }) => queries.listMovements(db, id(), query),
  ),
];
