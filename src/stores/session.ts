import { atom } from 'nanostores';
import type { LoginInput } from '#shared/schemas/auth.ts';
import * as auth from '../api/auth.ts';
import type { Failure } from '../api/client.ts';
import { readToken, writeToken, type Role } from '../api/tokens.ts';

const inBrowser = typeof window !== 'undefined';

/** Empty when missing. */
export const $userToken = atom(inBrowser ? readToken('user') : '');
export const $adminToken = atom(inBrowser ? readToken('admin') : '');

if (inBrowser) {
  // The guard in the page's head and the renewal of tokens write to the storage past these stores.
  addEventListener('hemline:session', () => {
    $userToken.set(readToken('user'));
    $adminToken.set(readToken('admin'));
  });
}

/** Why a login did not succeed: the details were wrong, or the shop could not look at them. */
export interface LoginFailure {
  readonly badCredentials: boolean;
  readonly message: string;
}

/** Resolves with null when the shopper is signed in. */
export async function loginUser(credentials: LoginInput): Promise<LoginFailure | null> {
  const reply = await auth.userLogin(credentials);
  if (!reply.ok) return toLoginFailure(reply);
  writeToken('user', reply.UserauthToken);
  return null;
}

/** Resolves with null when the administrator is signed in. */
export async function loginAdmin(credentials: LoginInput): Promise<LoginFailure | null> {
  const reply = await auth.adminLogin(credentials);
  if (!reply.ok) return toLoginFailure(reply);
  writeToken('admin', reply.authToken);
  return null;
}

function toLoginFailure({ status, message }: Failure): LoginFailure {
  return { badCredentials: status >= 400 && status < 500 && status !== 429, message };
}

async function logout(role: Role): Promise<boolean> {
  const reply = await (role === 'user' ? auth.userLogout() : auth.adminLogout());
  // A session that is over already is a logout that succeeded.
  const done = reply.ok || reply.status === 401;
  if (done) writeToken(role, '');
  return done;
}

export const userLogout = (): Promise<boolean> => logout('user');
export const adminLogout = (): Promise<boolean> => logout('admin');
