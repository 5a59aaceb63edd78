import { messages } from '#shared/messages.ts';
import * as api from '../../api/admin-orders.ts';
import { toastError } from '../../stores/toasts.ts';
import { remove } from '../changes.ts';
import { saveFile } from '../listing/save-file.ts';
import { tableList } from '../listing/table-list.ts';

export const orders = tableList(api.orderPage, {
  filters: ['status', 'from', 'to'],
  sorts: ['user', 'price', 'status', 'created'],
  idsOf: api.orderIds,
});

/** Saves all orders that fit the search and the filters of the address, on whichever pages they stand. */
export async function exportOrders(): Promise<void> {
  const reply = await api.fetchOrdersFile(orders.params());
  if (reply.ok) saveFile('orders.csv', reply.file);
  else toastError(reply.message);
}

/** Deletes one or several, and offers to restore them. */
export const removeOrders = (ids: readonly string[]) =>
  remove(api.deleteOrders(ids), {
    ids,
    list: orders,
    paths: ['/orders'],
    failed: messages.orders.removeFailed,
    done: ({ count, message }) => (count > 0 ? message : null),
  });
