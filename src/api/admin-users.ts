import type { z } from 'zod';
import type {
  administratorsReply,
  CustomerReply,
  userListReply,
  usersDeletedReply,
} from '#shared/schemas/admin-users.ts';
import type { messageReply } from '#shared/schemas/common.ts';
import type { invitedReply } from '#shared/schemas/customer-files.ts';
import type {
  adminChangedReply,
  AdminDetailsInput,
  AdminReply,
  PasswordInput,
  totalUsersReply,
} from '#shared/schemas/users.ts';
import { post, put, read } from './admin-call.ts';
import { importCalls } from './import-calls.ts';
import { tablePage } from './page.ts';
import { selectionCalls } from './selection-calls.ts';
import { bounded, sentence } from './shape.ts';

/** A page of matching customers; `params` is a table query with the filters from, to, orders. */
export const userPage = tablePage(
  '/users/admin/list',
  { users: 'array', ...bounded },
  (it: z.infer<typeof userListReply>) => it.users,
);

export const [fetchUsersFile, fetchChosenUsers, userIds] = selectionCalls('/users/admin');

/** A customer with totals and notes. */
export const customer = (id: string) =>
  read<CustomerReply>(`/users/admin/customer/${encodeURIComponent(id)}`, {
    user: 'object',
    totals: 'object',
    notes: 'array',
  });

export const deleteUsers = (chosen: readonly string[]) =>
  post<z.infer<typeof usersDeletedReply>>(
    '/users/admin/delete',
    { message: 'string', deleted: 'number' },
    { ids: chosen },
  );

export const customerImport = importCalls('/users/admin/import');

/** Mails those who were imported and have no password a link to choose one. */
export const inviteUsers = (chosen: readonly string[]) =>
  post<z.infer<typeof invitedReply>>(
    '/users/admin/invite',
    { message: 'string', invited: 'number' },
    { ids: chosen },
  );

export const totalUsers = () =>
  read<z.infer<typeof totalUsersReply>>('/users/getTotalUsers', { totalUsers: 'number' });

/** All administrators. */
export const administrators = () =>
  read<z.infer<typeof administratorsReply>>('/users/admin/administrators', {
    administrators: 'array',
  });

export const adminDetails = () => read<AdminReply>('/users/admin/details', { admin: 'object' });

export const updateAdminDetails = (body: AdminDetailsInput) =>
  put<z.infer<typeof adminChangedReply>>(
    '/users/admin/update-details',
    { message: 'string', admin: 'object' },
    body,
  );

export const updateAdminPassword = (body: PasswordInput) =>
  put<z.infer<typeof messageReply>>('/users/admin/update-password', sentence, body);
