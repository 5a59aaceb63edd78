import { messages } from '#shared/messages.ts';
import { nextPath } from '../../next-path.ts';
import { routes } from '../../routes.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { LoginForm, type Credentials } from '../../ui/LoginForm.tsx';
import { signIn } from './sign-in.ts';

/** The administrator's login, which then redirects to the requested page or to the dashboard. */
export function AdminLogin() {
  const login = async (credentials: Credentials): Promise<string | undefined> => {
    const refused = await signIn(credentials);
    if (refused) return refused.text;
    const next = nextPath(location.search) || routes.dashboard();
    moveWithToast(next, 'success', messages.auth.adminLoginDone);
    return undefined;
  };

  return <LoginForm onLogin={login} />;
}
