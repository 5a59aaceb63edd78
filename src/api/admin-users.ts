import type { z } from 'zod';
import type {
  CustomerReply,
  userListReply,
  usersDeletedReply,
} from '#shared/schemas/admin-users.ts';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  adminChangedReply,
  AdminDetailsInput,
  AdminReply,
  PasswordInput,
  totalUsersReply,
} from '#shared/schemas/users.ts';
import { call, callForFile, resource } from './client.ts';
import { pageOf } from './page.ts';
import { bounded, ids, sentence, type Ids } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

/** A page of matching customers; `params` is a table query with the filters from, to, orders. */
export const userPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof userListReply>>(
      `/users/admin/list?${params}`,
      { users: 'array', ...bounded },
      { as: 'admin' },
    ),
    (it) => it.users,
  );

/** The matching ids on all pages. */
export const userIds = (params: string) =>
  call<Ids>(`/users/admin/ids?${params}`, ids, { as: 'admin' });

/** The matching customers as CSV; paging and sorting in `params` are ignored. */
export const fetchUsersFile = (params: string) =>
  callForFile(`/users/admin/export?${params}`, 'admin');

export const fetchChosenUsers = (chosen: readonly string[]) =>
  callForFile('/users/admin/export', 'admin', { method: 'POST', body: { ids: chosen } });

/** A customer with totals and notes. */
export const customer = (id: string) =>
  resource<CustomerReply>(
    `/users/admin/customer/${encodeURIComponent(id)}`,
    { user: 'object', totals: 'object', notes: 'array' },
    { as: 'admin' },
  );

export const addNote = (userId: string, note: string) =>
  call<z.infer<typeof messageReply>>(
    `/users/admin/customer/${encodeURIComponent(userId)}/notes`,
    sentence,
    { method: 'POST', body: { note }, as: 'admin' },
  );

export const deleteNote = (id: string) =>
  call<Deleted>(`/users/admin/notes/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });

export const deleteUsers = (chosen: readonly string[]) =>
  call<z.infer<typeof usersDeletedReply>>(
    '/users/admin/delete',
    { message: 'string', deleted: 'number' },
    {
      method: 'POST',
      body: { ids: chosen },
      as: 'admin',
    },
  );

export const totalUsers = () =>
  resource<z.infer<typeof totalUsersReply>>(
    '/users/getTotalUsers',
    { totalUsers: 'number' },
    { as: 'admin' },
  );

export const adminDetails = () =>
  resource<AdminReply>('/users/admin/details', { admin: 'object' }, { as: 'admin' });

export const updateAdminDetails = (body: AdminDetailsInput) =>
  call<z.infer<typeof adminChangedReply>>(
    '/users/admin/update-details',
    { message: 'string', admin: 'object' },
    {
      method: 'PUT',
      body,
      as: 'admin',
    },
  );

export const updateAdminPassword = (body: PasswordInput) =>
  call<z.infer<typeof messageReply>>('/users/admin/update-password', sentence, {
    method: 'PUT',
    body,
    as: 'admin',
  });
