import type { Context } from 'hono';
import { messages } from '../../_shared/messages.ts';
import {
  adminLoginReply,
  forgotPasswordInput,
  loginInput,
  renewInput,
  renewReply,
  resetPasswordInput,
  userLoginReply,
} from '../../_shared/schemas/auth.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import { registerInput } from '../../_shared/schemas/users.ts';
import type { Settings } from '../../_shared/settings.ts';
import { siteSecretOf } from '../../_shared/site-secret.ts';
import { inBackground } from '../../_shared/background.ts';
import { call, type Call, type Env } from '../call.ts';
import { ApiError } from '../errors.ts';
import { padDuration } from '../constant-duration.ts';
import * as sessions from '../queries/sessions.ts';
import { joinCart } from '../queries/visitors.ts';
import { isRecovery } from '../recovery.ts';

/**
 * Signs in and returns the session. The refresh token goes to the site only, never to scripts in browsers.
 * @throws ApiError 401 `invalid_credentials` for an unknown address, a wrong password or an account of the other role, each
 * after the same time
 */
async function signIn(
  c: Context<Env>,
  settings: Settings,
  role: 'admin' | 'customer',
  { email, password }: { email: string; password: string },
): Promise<sessions.Session> {
  const start = performance.now();
  const session = await sessions.signIn(settings, role, email, password);
  if (!session) {
    await padDuration(start);
    const { adminLoginFailed, userLoginFailed } = messages.auth;
    const message = role === 'admin' ? adminLoginFailed : userLoginFailed;
    throw new ApiError(401, 'invalid_credentials', message);
  }
  if (siteSecretOf(c.req.raw.headers, settings)) c.header('x-session', session.refreshToken);
  return session;
}

const loggedOut = { message: messages.auth.loggedOut };

export const auth: Call[] = [
  call(
    {
      method: 'POST',
      path: '/auth/login',
      summary: 'Sign an administrator in',
      access: 'anyone',
      body: loginInput,
      limit: 'login',
      reply: adminLoginReply,
      errors: ['invalid_credentials'],
    },
    async ({ c, settings, body }) => ({
      authToken: (await signIn(c, settings, 'admin', body)).token,
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/auth/user-login',
      summary:
        'Sign a customer in; with the token of a visitor, its cart is added to that of the customer',
      access: 'anyone',
      body: loginInput,
      limit: 'login',
      reply: userLoginReply,
      errors: ['invalid_credentials'],
    },
    async ({ c, settings, body, visitorOf }) => {
      const { token, company, userId } = await signIn(c, settings, 'customer', body);
      const visitor = await visitorOf(c.req.header('authorization'));
      if (visitor !== null) await joinCart(settings, visitor, userId);
      return { UserauthToken: token, company, joined: visitor !== null };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/auth/register',
      summary: 'Register a customer',
      access: 'anyone',
      body: registerInput,
      limit: 'register',
      reply: messageReply,
      status: 201,
      errors: ['email_taken', 'weak_password', 'email_invalid'],
    },
    async ({ settings, body }) => {
      await sessions.register(settings, body);
      return { message: messages.auth.registered };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/auth/renew',
      summary: 'Refresh a session; called by the site, which stores the refresh token',
      access: 'anyone',
      body: renewInput,
      reply: renewReply,
      errors: ['session_over'],
    },
    async ({ settings, body }) => {
      const session = await sessions.renew(settings, body.refresh_token);
      if (!session) throw new ApiError(401, 'session_over', 'Please sign in again');
      return session;
    },
  ),
  call(
    {
      method: 'POST',
      path: '/auth/user-logout',
      summary: "End the customer's session",
      access: 'customer',
      reply: messageReply,
    },
    async ({ settings, caller }) => {
      await sessions.signOut(settings, caller.token);
      return loggedOut;
    },
  ),
  call(
    {
      method: 'POST',
      path: '/auth/admin-logout',
      summary: "End the administrator's session",
      access: 'admin',
      reply: messageReply,
    },
    async ({ settings, caller }) => {
      await sessions.signOut(settings, caller.token);
      return loggedOut;
    },
  ),
  call(
    {
      method: 'POST',
      path: '/auth/forgot-password',
      summary:
        'Send a password reset email; the response and its duration are the same for every address',
      access: 'anyone',
      body: forgotPasswordInput,
      limit: 'reset',
      reply: messageReply,
    },
    async ({ settings, body }) => {
      const minimumDuration = padDuration(performance.now());
      const sending = sessions.sendReset(settings, body);
      inBackground(sending.catch(() => undefined));
      await Promise.race([sending, minimumDuration]);
      await minimumDuration;
      return { message: 'If this address has an account, an email has been sent to it.' };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/auth/reset-password',
      summary: 'Set a new password with the token of a reset email, within an hour',
      access: 'customer',
      body: resetPasswordInput,
      limit: 'reset',
      reply: messageReply,
      errors: ['recovery_link_needed', 'weak_password', 'same_password'],
    },
    async ({ settings, body, caller, db }) => {
      if (!isRecovery(caller.claims, await db.call('recovery_mailed_at'))) {
        const message = 'Please request a password reset email and open its link.';
        throw new ApiError(403, 'recovery_link_needed', message);
      }
      await sessions.resetPassword(settings, caller.token, body.newPassword);
      return { message: messages.password.updated };
    },
  ),
];
