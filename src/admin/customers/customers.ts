import { customerMessages } from '#shared/customer-messages.ts';
import { messages } from '#shared/messages.ts';
import { orderPage } from '../../api/admin-orders.ts';
import * as api from '../../api/admin-users.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { change, remove } from '../changes.ts';
import { saveReply } from '../listing/save-reply.ts';
import { tableList } from '../listing/table-list.ts';
import { columnsWith, importWith } from '../import/import-file.ts';

export const customers = tableList(api.userPage, {
  filters: ['orders', 'from', 'to'],
  sorts: ['created', 'name', 'email', 'location'],
  idsOf: api.userIds,
});

/** Downloads all customers that match the search and filters in the URL. */
export const exportCustomers = () =>
  saveReply('customers.csv', api.fetchUsersFile(customers.params()));

export const exportChosen = (ids: readonly string[]) =>
  saveReply('customers.csv', api.fetchChosenUsers(ids));

/** Imports a file; with `invite`, new customers are mailed a link to choose a password. */
export const importCustomers = (invite: boolean) =>
  importWith((file) => api.customerImport.send({ ...file, invite }), ['/users']);
export const customerColumnsOf = columnsWith(api.customerImport.columns);

/** Mails those of them who were imported and have no password a link to choose one. */
export async function inviteCustomers(ids: readonly string[]): Promise<boolean> {
  const reply = await change(api.inviteUsers(ids), ['/users'], {
    failed: customerMessages.inviteFailed,
  });
  if (reply.ok) toastSuccess(reply.message);
  return reply.ok;
}

/** The orders of one customer. */
export const ordersOf = (userId: string) =>
  tableList((params) => orderPage(`${params}&customer=${encodeURIComponent(userId)}`), {
    filters: ['status'],
    sorts: ['created', 'price', 'user', 'status'],
  });

/** Permanently deletes one or several: logins cannot be restored. */
export const removeCustomers = (ids: readonly string[]) =>
  remove(api.deleteUsers(ids), {
    ids,
    list: customers,
    paths: ['/users'],
    failed: messages.users.removeFailed,
    done: ({ message, deleted }) => (deleted > 0 ? message : null),
  });
