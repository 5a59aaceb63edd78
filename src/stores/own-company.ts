import { atom } from 'nanostores';
import { maySignIn } from '../api/tokens.ts';
import { profile } from '../api/users.ts';

const key = 'hemline-company';

function remembered(): string {
  try {
    return maySignIn('user') ? (localStorage.getItem(key) ?? '') : '';
  } catch {
    return '';
  }
}

/** Name of the company that the shopper buys for; '' when there is none or nothing is known yet. */
export const $ownCompany = atom(typeof window === 'undefined' ? '' : remembered());

/** Kept until sign-out, so that pages ask nothing for everybody else. */
export function rememberCompany(name: string): void {
  $ownCompany.set(name);
  try {
    if (name) localStorage.setItem(key, name);
    else localStorage.removeItem(key);
  } catch {
    // Without storage it is known on this page only.
  }
}

/** After a sign-in. */
export async function learnCompany(): Promise<void> {
  const own = await profile().fetch();
  rememberCompany(own.ok ? own.company : '');
}
