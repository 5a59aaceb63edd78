import { z } from 'zod';
import { email, password } from './common.ts';
import { visitReply } from './visitors.ts';

/** The body of both logins. `remember` keeps the session after the browser closes. */
export const loginInput = z.object({
  email,
  password: z.string().min(1, 'Required').max(200),
  remember: z.boolean().optional(),
});
export type LoginInput = z.input<typeof loginInput>;

/**
 * `company` is the name of the company that the customer buys for, else empty. `joined`: the cart of the visitor, whose token came
 * with the request, has become part of the customer's, and the token is of no further use.
 */
export const userLoginReply = z.object({
  UserauthToken: z.string(),
  company: z.string(),
  joined: z.boolean(),
});
export const adminLoginReply = z.object({ authToken: z.string() });
/** Whether a login has made a visitor's session useless. */
export const loginJoined = userLoginReply.pick({ joined: true });
/** The access token in the response of either login, or of a visit. */
export const loginToken = z.union([
  visitReply.transform(({ visitorToken }) => visitorToken),
  userLoginReply.pick({ UserauthToken: true }).transform(({ UserauthToken }) => UserauthToken),
  adminLoginReply.transform(({ authToken }) => authToken),
]);

/** The body of `POST /auth/forgot-password`; the response is the same for every address. `next` is the path to open after the login. */
export const forgotPasswordInput = z.object({
  email,
  next: z.string().max(500).startsWith('/').optional(),
});
export type ForgotPasswordInput = z.input<typeof forgotPasswordInput>;
/** The body of `POST /auth/reset-password`, authorized by the token of the email link. */
export const resetPasswordInput = z.object({ newPassword: password });
/** The body of `POST /auth/accept-invitation`; the token is from the link of the email. */
export const acceptInvitationInput = resetPasswordInput.extend({ token: z.string().max(1000) });
export const acceptInvitationReply = z.object({ message: z.string(), email: z.string() });

/** The refresh of a session by the site, in the format of the auth server, which `@supabase/ssr` expects. */
export const renewInput = z.object({
  refresh_token: z.string().regex(/^[!-~]{1,4000}$/, 'Not a refresh token'),
});
export const renewReply = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds. */
  expires_in: z.number(),
});
