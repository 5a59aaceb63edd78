import { messages } from '#shared/messages.ts';
import { loginAdmin, type LoginFailure } from '../../stores/session.ts';
import { toastError } from '../../stores/toasts.ts';
import type { Credentials } from '../../ui/LoginForm.tsx';

/**
 * Logs an administrator in. Resolves with null on success, else with the message to show next to the form, if the details were
 * not wrong.
 */
export async function signIn(credentials: Credentials): Promise<Refusal | null> {
  const problem = await loginAdmin(credentials);
  if (!problem) return null;
  toastError(messages.auth.adminLoginFailed);
  return { text: textOf(problem) };
}

interface Refusal {
  readonly text: string | undefined;
}

const textOf = ({ badCredentials, message }: LoginFailure) =>
  badCredentials ? undefined : message;
