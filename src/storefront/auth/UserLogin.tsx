import type { ReactNode } from 'react';
import { messages } from '#shared/messages.ts';
import { nextPath } from '../../next-path.ts';
import { routes } from '../../routes.ts';
import { keepLoginEmail } from '../../stores/login-email.ts';
import { addPendingProducts } from '../../stores/pending-adding.ts';
import { loginUser } from '../../stores/user-session.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { LoginForm, type Credentials } from '../../ui/LoginForm.tsx';

/** The shopper's login, which redirects to the requested page and adds what was chosen before to the cart. */
export function UserLogin({ children }: { children?: ReactNode }) {
  const login = async (credentials: Credentials): Promise<string | undefined> => {
    const problem = await loginUser(credentials);
    if (problem) {
      toastError(messages.auth.userLoginFailed);
      return problem.badCredentials ? undefined : problem.message;
    }
    keepLoginEmail('');
    const missing = await addPendingProducts();
    const next = nextPath(location.search) || routes.index();
    if (missing) moveWithToast(next, 'error', missing);
    else moveWithToast(next, 'success', messages.auth.userLoginDone);
    return undefined;
  };

  return <LoginForm onLogin={login}>{children}</LoginForm>;
}
