import { messages } from '#shared/messages.ts';
import { routes, safeNext } from '../../routes.ts';
import { loginAdmin } from '../../stores/session.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { LoginForm, type Credentials } from '../../ui/LoginForm.tsx';

/** The administrator's login; afterwards one is where one was going, or on the dashboard. */
export function AdminLogin() {
  const login = async (credentials: Credentials): Promise<string | undefined> => {
    const trouble = await loginAdmin(credentials);
    if (trouble) {
      toastError(messages.auth.adminLoginFailed);
      return trouble.aboutThem ? undefined : trouble.message;
    }
    const next = new URLSearchParams(location.search).get('next');
    moveWithToast(safeNext(next, routes.dashboard()), 'success', messages.auth.adminLoginDone);
    return undefined;
  };

  return <LoginForm onLogin={login} />;
}
