import { messages } from '#shared/messages.ts';
import * as api from '../../api/admin-products.ts';
import { importCalls } from '../../api/import-calls.ts';
import * as stockFiles from '../../api/stock-files.ts';
import { columnsWith, importWith } from '../import/import-file.ts';
import { saveReply } from '../listing/save-reply.ts';
import { products } from './products.ts';

const { exportFailed } = messages.products;

/** Downloads the products that match the search and filters in the URL, on all pages. */
export const exportProducts = () =>
  saveReply('products.csv', api.exportProducts(products.params()), exportFailed);

/** The same for their sizes and colours with stock, or only SKU and stock. */
export const exportStock = (only?: 'stock') =>
  saveReply('stock.csv', stockFiles.exportStock(products.params(), only), exportFailed);

export const importProducts = importWith(api.productImport.send, ['/products', '/categories']);
export const productColumnsOf = columnsWith(api.productImport.columns);

const reviewCalls = importCalls('/reviews/admin/import');
export const importReviews = importWith(reviewCalls.send, ['/reviews']);
export const reviewColumnsOf = columnsWith(reviewCalls.columns);

export const importStock = importWith(stockFiles.importStock, ['/stock', '/products']);
