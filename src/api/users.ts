import type { PasswordInput, ProfileInput, UserReply } from '#shared/schemas/users.ts';
import { call } from './client.ts';

export const fetchProfile = () => call<UserReply>('/users/profile', { as: 'user' });

export const updateProfile = (body: ProfileInput) =>
  call<UserReply & { message: string }>('/users/profile', { method: 'PUT', body, as: 'user' });

export const changePassword = (body: PasswordInput) =>
  call<{ message: string }>('/users/change-password', { method: 'PUT', body, as: 'user' });
