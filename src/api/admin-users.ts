import type { BoundedTotal } from '#shared/schemas/common.ts';
import type { AdminDetailsInput, AdminReply, PasswordInput, User } from '#shared/schemas/users.ts';
import { call } from './client.ts';

/** One page of the customers that fit; `params` as in the address of a table, with filters from, to, orders. */
export const fetchUsers = (params: string) =>
  call<{ users: User[] } & BoundedTotal>(`/users/admin/list?${params}`, { as: 'admin' });

export const deleteUsers = (ids: readonly string[]) =>
  call<{ message: string; deleted: number }>('/users/admin/delete', {
    method: 'POST',
    body: { ids },
    as: 'admin',
  });

export const fetchTotalUsers = () =>
  call<{ totalUsers: number }>('/users/getTotalUsers', { as: 'admin' });

export const fetchAdminDetails = () => call<AdminReply>('/users/admin/details', { as: 'admin' });

export const updateAdminDetails = (body: AdminDetailsInput) =>
  call<AdminReply & { message: string }>('/users/admin/update-details', {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const updateAdminPassword = (body: PasswordInput) =>
  call<{ message: string }>('/users/admin/update-password', { method: 'PUT', body, as: 'admin' });
