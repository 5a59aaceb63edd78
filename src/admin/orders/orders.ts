import { messages } from '#shared/messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import * as api from '../../api/admin-orders.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { noPage, pagedList, pageOf } from '../listing/paged-list.ts';
import { saveFile } from '../listing/save-file.ts';
import { readTableQuery, tableParams } from '../listing/table-query.ts';
import { undoAction } from '../trash/undo.ts';

const filters = ['status', 'from', 'to'];
const sorts = ['user', 'price', 'status', 'created'];

export const orders = pagedList<AdminOrder>(
  async (query) => {
    const reply = await api.fetchOrders(tableParams(query));
    return reply.ok ? pageOf(reply.orders, reply) : noPage(reply);
  },
  { filters, sorts },
);

/** Saves all orders that fit the search and the filters of the address, on whichever pages they stand. */
export async function exportOrders(): Promise<void> {
  const reply = await api.fetchOrdersFile(
    tableParams(readTableQuery(location.search, filters, sorts)),
  );
  if (reply.ok) saveFile('orders.csv', reply.file);
  else toastError(reply.message);
}

/** Deletes one or several, and offers to bring them back. */
export async function removeOrders(ids: readonly string[]): Promise<boolean> {
  const reply = await api.deleteOrders(ids);
  const gone = reply.ok && reply.count > 0;
  if (gone) {
    toastSuccess(reply.message, undoAction(reply.undo, orders.load));
    void orders.remove(ids);
  } else {
    toastError(messages.orders.removeFailed);
    void orders.load();
  }
  return gone;
}
