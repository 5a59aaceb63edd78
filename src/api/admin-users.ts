import type { BoundedTotal } from '#shared/schemas/common.ts';
import type { AdminDetailsInput, AdminReply, PasswordInput, User } from '#shared/schemas/users.ts';
import { call } from './client.ts';
import { bounded, sentence } from './shape.ts';

/** One page of the customers that fit; `params` as in the address of a table, with filters from, to, orders. */
export const fetchUsers = (params: string) =>
  call<{ users: User[] } & BoundedTotal>(
    `/users/admin/list?${params}`,
    { users: 'array', ...bounded },
    { as: 'admin' },
  );

export const deleteUsers = (ids: readonly string[]) =>
  call<{ message: string; deleted: number }>(
    '/users/admin/delete',
    { message: 'string', deleted: 'number' },
    {
      method: 'POST',
      body: { ids },
      as: 'admin',
    },
  );

export const fetchTotalUsers = () =>
  call<{ totalUsers: number }>('/users/getTotalUsers', { totalUsers: 'number' }, { as: 'admin' });

export const fetchAdminDetails = () =>
  call<AdminReply>('/users/admin/details', { admin: 'object' }, { as: 'admin' });

export const updateAdminDetails = (body: AdminDetailsInput) =>
  call<AdminReply & { message: string }>(
    '/users/admin/update-details',
    { message: 'string', admin: 'object' },
    {
      method: 'PUT',
      body,
      as: 'admin',
    },
  );

export const updateAdminPassword = (body: PasswordInput) =>
  call<{ message: string }>('/users/admin/update-password', sentence, {
    method: 'PUT',
    body,
    as: 'admin',
  });
