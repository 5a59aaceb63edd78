import { atom } from 'nanostores';
import { readToken } from '../../api/tokens.ts';

/** Whether the login dialog is open. */
export const $signingInAgain = atom(false);

let answer: Promise<string> | null = null;
let tell: (token: string) => void = () => undefined;
let refused = '';

/** Opens the login dialog; resolves with the new token, or '' if it was closed. Concurrent calls share one dialog. */
export function askToSignIn(): Promise<string> {
  if (answer) return answer;
  refused = readToken('admin');
  answer = new Promise((resolve) => {
    tell = resolve;
  });
  $signingInAgain.set(true);
  return answer;
}

/** Closes it; waiting requests continue if there is a new token. */
export function endAsking(): void {
  const token = readToken('admin');
  tell(token === refused ? '' : token);
  answer = null;
  $signingInAgain.set(false);
}
