import type { Admin, AdminDetailsInput, PasswordInput, User } from '#shared/schemas/users.ts';
import { call } from './client.ts';

export const fetchProfiles = () => call<{ users: User[] }>('/users/profiles', { as: 'admin' });

export const deleteProfile = (id: string) =>
  call<{ message: string }>(`/users/profile/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });

export const fetchTotalUsers = () =>
  call<{ totalUsers: number }>('/users/getTotalUsers', { as: 'admin' });

export const fetchAdminDetails = () =>
  call<{ admin: Admin }>('/users/admin/details', { as: 'admin' });

export const updateAdminDetails = (body: AdminDetailsInput) =>
  call<{ message: string; admin: Admin }>('/users/admin/update-details', {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const updateAdminPassword = (body: PasswordInput) =>
  call<{ message: string }>('/users/admin/update-password', { method: 'PUT', body, as: 'admin' });
