/** The two sign-ins of the shop. Each has its own token, and both may be there side by side. */
export type Role = 'user' | 'admin';

const keys: Readonly<Record<Role, string>> = { user: 'userToken', admin: 'adminToken' };

/** The token of this tab, or '' when there is none. */
export function readToken(role: Role): string {
  try {
    return sessionStorage.getItem(keys[role]) ?? '';
  } catch {
    return '';
  }
}

export function writeToken(role: Role, token: string): void {
  if (token) sessionStorage.setItem(keys[role], token);
  else sessionStorage.removeItem(keys[role]);
  dispatchEvent(new Event('hemline:session'));
}

/** Tokens are renewed so long before they run out, so that none does on its way. */
const margin = 60_000;

/** Whether a token is in its last minute, or past it; false for what is no token. */
export function runsOut(token: string): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { exp } = JSON.parse(atob(payload)) as { readonly exp?: unknown };
    return Number(exp) * 1000 < Date.now() + margin;
  } catch {
    return false;
  }
}

/** Whether someone is signed in, as far as this browser knows: a token here, or a session kept by the site. */
export function maySignIn(role: Role): boolean {
  return readToken(role) !== '' || document.cookie.includes(`hemline_${role}=1`);
}

/** Asks somebody whose session is over to sign in again. `writing`: something that was entered is on its way. */
export type AskAgain = (writing: boolean) => Promise<string>;

const asking = new Map<Role, AskAgain>();

/** Who is asked before a token that was refused is forgotten. */
export function whenRefused(role: Role, ask: AskAgain): void {
  asking.set(role, ask);
}

/** The token of a new sign-in; '' where there is none, and then the old one is forgotten unless unsaved work hangs on it. */
export async function signInAgain(role: Role, refused: string, writing: boolean): Promise<string> {
  const ask = asking.get(role);
  if (ask) return ask(writing);
  if (readToken(role) === refused) writeToken(role, '');
  return '';
}

const pending = new Map<Role, Promise<string>>();

/** A fresh token from the session that the site keeps; '' when there is none. Calls at the same time share one request. */
export function renewToken(role: Role): Promise<string> {
  const running = pending.get(role);
  if (running) return running;
  const renewal = fetchToken(role).finally(() => pending.delete(role));
  pending.set(role, renewal);
  return renewal;
}

async function fetchToken(role: Role): Promise<string> {
  if (!document.cookie.includes(`hemline_${role}=1`)) return '';
  try {
    const response = await fetch(`/session/${role}`, { headers: { accept: 'application/json' } });
    // The site being away says nothing about the session, and whether a token that was refused is forgotten is for those to say who
    // hold unsaved work: the old one stays.
    if (!response.ok) return '';
    const { token } = (await response.json()) as { readonly token?: unknown };
    if (typeof token !== 'string' || !token) return '';
    writeToken(role, token);
    return token;
  } catch {
    return '';
  }
}
