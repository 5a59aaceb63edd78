import type { LoginInput } from '#shared/schemas/auth.ts';
import type { RegisterInput } from '#shared/schemas/users.ts';
import { call } from './client.ts';

export const userLogin = (body: LoginInput) =>
  call<{ UserauthToken: string }>('/auth/user-login', { method: 'POST', body });

export const adminLogin = (body: LoginInput) =>
  call<{ authToken: string }>('/auth/login', { method: 'POST', body });

export const register = (body: RegisterInput) =>
  call<{ message: string }>('/auth/register', { method: 'POST', body });

export const userLogout = () =>
  call('/auth/user-logout', { method: 'POST', as: 'user', signsOut: true });

export const adminLogout = () =>
  call('/auth/admin-logout', { method: 'POST', as: 'admin', signsOut: true });

/** Asks for a mail with a link; the answer is the same for every address. */
export const forgotPassword = (email: string) =>
  call<{ message: string }>('/auth/forgot-password', { method: 'POST', body: { email } });

/** `token` is the one of the mail's link. */
export const resetPassword = (token: string, newPassword: string) =>
  call<{ message: string }>('/auth/reset-password', {
    method: 'POST',
    body: { newPassword },
    headers: { authorization: `Bearer ${token}` },
  });
