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
  // The guard script and token refreshes write to the storage directly.
  addEventListener('hemline:session', () => {
    $userToken.set(readToken('user'));
    $adminToken.set(readToken('admin'));
  });
}

/** Why a login failed: wrong details, or the shop could not check them. */
export interface LoginFailure {
  readonly badCredentials: boolean;
  readonly message: string;
}

/** Resolves with null when the administrator is signed in. */
export async function loginAdmin(credentials: LoginInput): Promise<LoginFailure | null> {
  const reply = await auth.adminLogin(credentials);
  if (!reply.ok) return toLoginFailure(reply);
  writeToken('admin', reply.authToken);
  return null;
}

export function toLoginFailure({ status, message }: Failure): LoginFailure {
  return { badCredentials: status >= 400 && status < 500 && status !== 429, message };
}

export async function logout(role: Role): Promise<boolean> {
  const reply = await (role === 'user' ? auth.userLogout() : auth.adminLogout());
  // If the session has already ended, the logout has succeeded.
  const done = reply.ok || reply.status === 401;
  if (done) writeToken(role, '');
  return done;
}

export const adminLogout = (): Promise<boolean> => logout('admin');
