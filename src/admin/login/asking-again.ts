import { atom } from 'nanostores';
import { readToken } from '../../api/tokens.ts';

/** Whether the login stands over the page. */
export const $signingInAgain = atom(false);

let answer: Promise<string> | null = null;
let tell: (token: string) => void = () => undefined;
let refused = '';

/** Opens the login over the page; gives the new token, or '' when it was closed. Questions at the same time share one answer. */
export function askToSignIn(): Promise<string> {
  if (answer) return answer;
  refused = readToken('admin');
  answer = new Promise((resolve) => {
    tell = resolve;
  });
  $signingInAgain.set(true);
  return answer;
}

/** Closes it; whoever waits goes on if there is a new token. */
export function endAsking(): void {
  const token = readToken('admin');
  tell(token === refused ? '' : token);
  answer = null;
  $signingInAgain.set(false);
}
