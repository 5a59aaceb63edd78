import type { PasswordInput, ProfileInput, User } from '#shared/schemas/users.ts';
import { call } from './client.ts';

export const fetchProfile = () => call<{ user: User }>('/users/profile', { as: 'user' });

export const updateProfile = (body: ProfileInput) =>
  call<{ message: string; user: User }>('/users/profile', { method: 'PUT', body, as: 'user' });

export const changePassword = (body: PasswordInput) =>
  call<{ message: string }>('/users/change-password', { method: 'PUT', body, as: 'user' });
