import { messages } from '#shared/messages.ts';
import { loginAdmin, type LoginTrouble } from '../../stores/session.ts';
import { toastError } from '../../stores/toasts.ts';
import type { Credentials } from '../../ui/LoginForm.tsx';

/** Tries a login of the administrator; null when it succeeded, else what stands beside the form, if it was not the details. */
export async function signIn(credentials: Credentials): Promise<Said | null> {
  const trouble = await loginAdmin(credentials);
  if (!trouble) return null;
  toastError(messages.auth.adminLoginFailed);
  return { text: wordsOf(trouble) };
}

interface Said {
  readonly text: string | undefined;
}

const wordsOf = ({ aboutThem, message }: LoginTrouble) => (aboutThem ? undefined : message);
