import { importedOrderMessages } from '#shared/imported-order-messages.ts';
import * as api from '../../api/imported-orders.ts';
import { remove } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';
import { columnsWith, importWith } from '../import/import-file.ts';

const paths = ['/imported-orders'];

/** Newest first, unless they are sorted. */
export const importedOrders = tableList(api.importedOrderPage, {
  sorts: ['number', 'total', 'created'],
});

export const importOrders = importWith(api.orderImport.send, paths);
export const orderColumnsOf = columnsWith(api.orderImport.columns);

/** Permanently deletes one or several: they can be imported again. */
export const removeImportedOrders = (ids: readonly string[]) =>
  remove(api.deleteImportedOrders(ids), {
    ...{ ids, list: importedOrders, paths, failed: importedOrderMessages.removeFailed },
    done: ({ message, deleted }) => (deleted > 0 ? message : null),
  });
