import type { LoginInput } from '#shared/schemas/auth.ts';
import type { RegisterInput } from '#shared/schemas/users.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';

export const userLogin = (body: LoginInput) =>
  call<{ UserauthToken: string }>(
    '/auth/user-login',
    { UserauthToken: 'string' },
    { method: 'POST', body },
  );

export const adminLogin = (body: LoginInput) =>
  call<{ authToken: string }>('/auth/login', { authToken: 'string' }, { method: 'POST', body });

export const register = (body: RegisterInput) =>
  call<{ message: string }>('/auth/register', sentence, { method: 'POST', body });

export const userLogout = () =>
  call('/auth/user-logout', sentence, { method: 'POST', as: 'user', signsOut: true });

export const adminLogout = () =>
  call('/auth/admin-logout', sentence, { method: 'POST', as: 'admin', signsOut: true });

/** Asks for a mail with a link; the answer is the same for every address. */
export const forgotPassword = (email: string) =>
  call<{ message: string }>('/auth/forgot-password', sentence, { method: 'POST', body: { email } });

/** `token` is the one of the mail's link. */
export const resetPassword = (token: string, newPassword: string) =>
  call<{ message: string }>('/auth/reset-password', sentence, {
    method: 'POST',
    body: { newPassword },
    headers: { authorization: `Bearer ${token}` },
  });
