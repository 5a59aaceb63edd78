import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import * as api from '../../api/admin-orders.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { remoteList } from '../listing/remote-list.ts';

export const orders = remoteList<Order>(async () => {
  const reply = await api.fetchAllOrders();
  return reply.ok ? reply.orders : null;
});

export async function removeOrder(id: string): Promise<boolean> {
  const reply = await api.deleteOrder(id);
  if (reply.ok) {
    toastSuccess(messages.orders.removed);
    orders.remove(id);
  } else toastError(messages.orders.removeFailed);
  return reply.ok;
}
