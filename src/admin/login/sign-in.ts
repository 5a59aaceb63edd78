import { messages } from '#shared/messages.ts';
import { loginAdmin, type LoginFailure } from '../../stores/session.ts';
import { toastError } from '../../stores/toasts.ts';
import type { Credentials } from '../../ui/LoginForm.tsx';

/** Tries a login of the administrator; null when it succeeded, else what stands beside the form, if it was not the details. */
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
