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
import { post, put, read, remove } from './admin-call.ts';
import { callForFile } from './client.ts';
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
    read<z.infer<typeof priceListTableReply>>(`/price-lists/admin/list?${params}`, {
      priceLists: 'array',
      total: 'number',
    }),
    (it) => it.priceLists,
  );

export const priceList = (id: string) =>
  read<z.infer<typeof priceListReply>>(at('read', id), { priceList: 'object' });

export const createPriceList = (body: PriceListInput) =>
  post<Changed>('/price-lists/create', changed, body);

export const updatePriceList = (id: string, body: PriceListInput) =>
  put<Changed>(at('update', id), changed, body);

export const deletePriceList = (id: string) => remove<Deleted>(at('delete', id), deleted);

/** The products in a price list. */
export const listedProductPage = (id: string, params: string) =>
  pageOf(
    read<z.infer<typeof listedProductsReply>>(`${at('products', id)}?${params}`, {
      products: 'array',
      total: 'number',
    }),
    (it) => it.products,
  );

export const listPrices = (id: string, product: string) =>
  read<z.infer<typeof listPricesReply>>(
    `/price-lists/prices?${new URLSearchParams({ list: id, product })}`,
    { listPrices: 'object' },
  );

export const saveListPrices = (id: string, body: ListPricesInput) =>
  put<PricesChanged>(at('prices', id), pricesChanged, body);

/** For all price lists. */
export const orderQuantities = (product: string) =>
  read<z.infer<typeof listPricesReply>>(at('quantities', product), { listPrices: 'object' });

export const saveOrderQuantities = (product: string, body: OrderQuantitiesInput) =>
  put<PricesChanged>(at('quantities', product), pricesChanged, body);

export const exportPrices = (id: string) => callForFile(at('export', id), 'admin');

export const importPrices = (id: string, body: FileImport) =>
  post<ImportReport>(at('import', id), importReport, body);
