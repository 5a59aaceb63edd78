import type { z } from 'zod';
import type {
  listedProductsReply,
  ListPricesInput,
  listPricesChangedReply,
  listPricesReply,
  OrderQuantitiesInput,
  priceListChangedReply,
  PriceListInput,
  priceListReply,
  priceListTableReply,
} from '#shared/schemas/price-lists.ts';
import type { FileImport, ImportReport } from '#shared/schemas/product-files.ts';
import { call, callForFile, resource } from './client.ts';
import { pageOf } from './page.ts';
import { importReport } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof priceListChangedReply>;
type PricesChanged = z.infer<typeof listPricesChangedReply>;
const changed = { message: 'string', priceList: 'object' } as const;
const pricesChanged = { message: 'string', listPrices: 'object' } as const;
const at = (name: string, id: string): string => `/price-lists/${name}/${encodeURIComponent(id)}`;

/** `params` is a table query of the back office. */
export const priceListPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof priceListTableReply>>(
      `/price-lists/admin/list?${params}`,
      { priceLists: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.priceLists,
  );

export const priceList = (id: string) =>
  resource<z.infer<typeof priceListReply>>(
    at('read', id),
    { priceList: 'object' },
    { as: 'admin' },
  );

export const createPriceList = (body: PriceListInput) =>
  call<Changed>('/price-lists/create', changed, { method: 'POST', body, as: 'admin' });

export const updatePriceList = (id: string, body: PriceListInput) =>
  call<Changed>(at('update', id), changed, { method: 'PUT', body, as: 'admin' });

export const deletePriceList = (id: string) =>
  call<Deleted>(at('delete', id), deleted, { method: 'DELETE', as: 'admin' });

/** The products in a price list. */
export const listedProductPage = (id: string, params: string) =>
  pageOf(
    resource<z.infer<typeof listedProductsReply>>(
      `${at('products', id)}?${params}`,
      { products: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.products,
  );

export const listPrices = (id: string, product: string) =>
  resource<z.infer<typeof listPricesReply>>(
    `/price-lists/prices?${new URLSearchParams({ list: id, product })}`,
    { listPrices: 'object' },
    { as: 'admin' },
  );

export const saveListPrices = (id: string, body: ListPricesInput) =>
  call<PricesChanged>(at('prices', id), pricesChanged, { method: 'PUT', body, as: 'admin' });

/** For all price lists. */
export const orderQuantities = (product: string) =>
  resource<z.infer<typeof listPricesReply>>(
    at('quantities', product),
    { listPrices: 'object' },
    { as: 'admin' },
  );

export const saveOrderQuantities = (product: string, body: OrderQuantitiesInput) =>
  call<PricesChanged>(at('quantities', product), pricesChanged, {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const exportPrices = (id: string) => callForFile(at('export', id), 'admin');

export const importPrices = (id: string, body: FileImport) =>
  call<ImportReport>(at('import', id), importReport, { method: 'POST', body, as: 'admin' });
