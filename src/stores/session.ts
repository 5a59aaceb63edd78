import { atom } from 'nanostores';
import * as auth from '../api/auth.ts';
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

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

export async function loginUser(credentials: Credentials): Promise<boolean> {
  const reply = await auth.userLogin(credentials);
  if (reply.ok) writeToken('user', reply.UserauthToken);
  return reply.ok;
}

export async function loginAdmin(credentials: Credentials): Promise<boolean> {
  const reply = await auth.adminLogin(credentials);
  if (reply.ok) writeToken('admin', reply.authToken);
  return reply.ok;
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
