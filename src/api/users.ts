import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  PasswordInput,
  ProfileInput,
  userChangedReply,
  userReply,
} from '#shared/schemas/users.ts';
import { call, resource } from './client.ts';
import { sentence } from './shape.ts';

export const profile = () =>
  resource<z.infer<typeof userReply>>(
    '/users/profile',
    { user: 'object', company: 'string' },
    { as: 'user' },
  );

export const updateProfile = (body: ProfileInput) =>
  call<z.infer<typeof userChangedReply>>(
    '/users/profile',
    { ...sentence, user: 'object', company: 'string' },
    { method: 'PUT', body, as: 'user' },
  );

export const changePassword = (body: PasswordInput) =>
  call<z.infer<typeof messageReply>>('/users/change-password', sentence, {
    method: 'PUT',
    body,
    as: 'user',
  });
