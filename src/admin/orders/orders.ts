import { messages } from '#shared/messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import * as api from '../../api/admin-orders.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { pagedList } from '../listing/paged-list.ts';
import { tableParams } from '../listing/table-query.ts';

export const orders = pagedList<AdminOrder>(
  async (query) => {
    const reply = await api.fetchOrders(tableParams(query));
    return reply.ok ? { rows: reply.orders, total: reply.total } : null;
  },
  { filters: ['status', 'from', 'to'] },
);

/** Deletes one or several, and offers to bring them back. */
export async function removeOrders(ids: readonly string[]): Promise<boolean> {
  const reply = await api.deleteOrders(ids);
  const gone = reply.ok && reply.deleted > 0;
  if (gone) toastSuccess(reply.message, { label: 'Undo', run: () => restoreOrders(ids) });
  else toastError(messages.orders.removeFailed);
  void orders.load();
  return gone;
}

async function restoreOrders(ids: readonly string[]): Promise<void> {
  const reply = await api.restoreOrders(ids);
  if (reply.ok) toastSuccess(reply.message);
  else toastError(reply.message);
  await orders.load();
}
