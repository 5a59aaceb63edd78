/** The kinds of sessions; a `visitor` orders without an account. Each has its own token, and they can exist side by side. */
export type Role = 'user' | 'admin' | 'visitor';

/** The token of this tab, or ''. */
export function readToken(role: Role): string {
  try {
    return sessionStorage.getItem(`${role}Token`) ?? '';
  } catch {
    return '';
  }
}

export function writeToken(role: Role, token: string): void {
  if (token) sessionStorage.setItem(`${role}Token`, token);
  else sessionStorage.removeItem(`${role}Token`);
  dispatchEvent(new Event('hemline:session'));
}

/** Tokens are refreshed this long before they expire, so that none expires in transit. */
const margin = 60_000;

/** The claims of a token, not verified; none if it is invalid. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    return (JSON.parse(atob(payload)) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

/** Whether a token expires within a minute or has expired; false if it is invalid. */
export const runsOut = (token: string): boolean =>
  Number(claimsOf(token)['exp']) * 1000 < Date.now() + margin;

/** Whether someone is signed in as far as this browser knows: by a token here, or a session cookie. */
export function maySignIn(role: Role): boolean {
  return readToken(role) !== '' || document.cookie.includes(`hemline_${role}=1`);
}

/** Asks a user whose session has expired to sign in again. `writing`: the call submits user input. */
export type AskAgain = (writing: boolean) => Promise<string>;

/** Whose cart this browser has. */
export const shopper = (): Role => (maySignIn('user') ? 'user' : 'visitor');

const asking = new Map<Role, AskAgain>();

/** The handlers that are asked before a refused token is discarded. */
export function whenRefused(role: Role, ask: AskAgain): void {
  asking.set(role, ask);
}

/** The token of a new sign-in, or ''; then the old token is discarded unless there is unsaved work. */
export async function signInAgain(role: Role, refused: string, writing: boolean): Promise<string> {
  const ask = asking.get(role);
  if (ask) return ask(writing);
  if (readToken(role) === refused) writeToken(role, '');
  return '';
}

const pending = new Map<Role, Promise<string>>();

/** A fresh token from the session cookie, or ''. Concurrent calls share one request. */
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
    // An unreachable site says nothing about the session, and the handlers decide whether to discard a refused token: keep the
    // old one.
    if (!response.ok) return '';
    const { token } = (await response.json()) as { readonly token?: unknown };
    if (typeof token !== 'string' || !token) return '';
    writeToken(role, token);
    return token;
  } catch {
    return '';
  }
}
