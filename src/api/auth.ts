import type { z } from 'zod';
import type {
  acceptInvitationReply,
  adminLoginReply,
  ForgotPasswordInput,
  LoginInput,
  userLoginReply,
} from '#shared/schemas/auth.ts';
import type { messageReply } from '#shared/schemas/common.ts';
import type { RegisterInput } from '#shared/schemas/users.ts';
import { call, type CallOptions } from './client.ts';
import { sentence } from './shape.ts';
import { maySignIn, readToken, renewToken, runsOut } from './tokens.ts';

/** A call whose response is only a message. */
const post = (path: string, options: CallOptions) =>
  call<z.infer<typeof messageReply>>(`/auth/${path}`, sentence, { method: 'POST', ...options });

/** The token of a visitor comes along, so that its cart joins that of the customer. */
export async function userLogin(body: LoginInput) {
  const kept = readToken('visitor');
  const isFresh = kept !== '' && !runsOut(kept);
  const token = isFresh || !maySignIn('visitor') ? kept : await renewToken('visitor');
  return call<z.infer<typeof userLoginReply>>(
    '/auth/user-login',
    { UserauthToken: 'string', company: 'string', joined: 'boolean' },
    { method: 'POST', body, headers: token ? { authorization: `Bearer ${token}` } : {} },
  );
}

export const adminLogin = (body: LoginInput) =>
  call<z.infer<typeof adminLoginReply>>(
    '/auth/login',
    { authToken: 'string' },
    { method: 'POST', body },
  );

export const register = (body: RegisterInput) => post('register', { body });
export const userLogout = () => post('user-logout', { as: 'user', signsOut: true });
export const adminLogout = () => post('admin-logout', { as: 'admin', signsOut: true });

/** Requests an email with a link; the response is the same for every address. */
export const forgotPassword = (body: ForgotPasswordInput) => post('forgot-password', { body });

/** The first password of an account that was imported; `token` is from the link in the email. */
export const acceptInvitation = (token: string, newPassword: string) =>
  call<z.infer<typeof acceptInvitationReply>>(
    '/auth/accept-invitation',
    { message: 'string', email: 'string' },
    { method: 'POST', body: { token, newPassword } },
  );

/** `token` is from the link in the email. */
export const resetPassword = (token: string, newPassword: string) =>
  post('reset-password', {
    body: { newPassword },
    headers: { authorization: `Bearer ${token}` },
  });
