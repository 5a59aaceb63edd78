import type { LoginInput } from '#shared/schemas/auth.ts';
import { userLogin } from '../api/auth.ts';
import { writeToken } from '../api/tokens.ts';
import { tellOtherTabs } from './cart-tabs.ts';
import { setCompanyName } from './company-name.ts';
import { logout, toLoginFailure, type LoginFailure } from './session.ts';

/** Resolves with null when the shopper is signed in. */
export async function loginUser(credentials: LoginInput): Promise<LoginFailure | null> {
  const reply = await userLogin(credentials);
  if (!reply.ok) return toLoginFailure(reply);
  writeToken('user', reply.UserauthToken);
  if (reply.joined) {
    writeToken('visitor', '');
    tellOtherTabs();
  }
  setCompanyName(reply.company);
  return null;
}

/** Resolves with whether the shopper is signed out. */
export async function userLogout(): Promise<boolean> {
  const done = await logout('user');
  if (done) setCompanyName('');
  return done;
}
