import type { PasswordInput, ProfileInput, UserReply } from '#shared/schemas/users.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';

export const fetchProfile = () =>
  call<UserReply>('/users/profile', { user: 'object' }, { as: 'user' });

export const updateProfile = (body: ProfileInput) =>
  call<UserReply & { message: string }>(
    '/users/profile',
    { message: 'string', user: 'object' },
    { method: 'PUT', body, as: 'user' },
  );

export const changePassword = (body: PasswordInput) =>
  call<{ message: string }>('/users/change-password', sentence, {
    method: 'PUT',
    body,
    as: 'user',
  });
