import { messages } from '#shared/messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import type { User } from '#shared/schemas/users.ts';
import { fetchOrders } from '../../api/admin-orders.ts';
import * as api from '../../api/admin-users.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { noPage, pagedList, pageOf } from '../listing/paged-list.ts';
import { tableParams } from '../listing/table-query.ts';

export const customers = pagedList<User>(
  async (query) => {
    const reply = await api.fetchUsers(tableParams(query));
    return reply.ok ? pageOf(reply.users, reply) : noPage(reply);
  },
  { filters: ['orders', 'from', 'to'], sorts: ['created', 'name', 'email', 'location'] },
);

/** The orders of one customer. */
export function ordersOf(userId: string) {
  return pagedList<AdminOrder>(
    async (query) => {
      const reply = await fetchOrders(
        `${tableParams(query)}&customer=${encodeURIComponent(userId)}`,
      );
      return reply.ok ? pageOf(reply.orders, reply) : noPage(reply);
    },
    { filters: ['status'], sorts: ['created', 'price', 'user', 'status'] },
  );
}

/** Deletes one or several for good: logins cannot be brought back. */
export async function removeCustomers(ids: readonly string[]): Promise<boolean> {
  const reply = await api.deleteUsers(ids);
  const gone = reply.ok && reply.deleted > 0;
  if (gone) {
    toastSuccess(reply.message);
    void customers.remove(ids);
  } else {
    toastError(messages.users.removeFailed);
    void customers.load();
  }
  return gone;
}
