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
  PriceListUpdate,
} from '#shared/schemas/price-lists.ts';
import type { FileImport, ImportReport } from '#shared/schemas/product-files.ts';
import { post, put, read } from './admin-call.ts';
import { callForFile } from './client.ts';
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';
import { importReport } from './shape.ts';

type PricesChanged = z.infer<typeof listPricesChangedReply>;
const pricesChanged = { message: 'string', listPrices: 'object' } as const;
const at = (name: string, id: string): string => `/price-lists/${name}/${encodeURIComponent(id)}`;

export const priceListPage = tablePage(
  '/price-lists/admin/list',
  { priceLists: 'array', total: 'number' },
  (it: z.infer<typeof priceListTableReply>) => it.priceLists,
);

export const priceList = (id: string) =>
  read<z.infer<typeof priceListReply>>(at('read', id), { priceList: 'object' });

export const [createPriceList, updatePriceList, deletePriceList] = recordCalls<
  PriceListInput,
  z.infer<typeof priceListChangedReply>,
  PriceListUpdate
>('/price-lists', { message: 'string', priceList: 'object' });

/** The products in a price list. */
export const listedProductPage = (id: string) =>
  tablePage(
    at('products', id),
    { products: 'array', total: 'number' },
    (it: z.infer<typeof listedProductsReply>) => it.products,
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
