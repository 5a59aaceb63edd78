import { messages } from '#shared/messages.ts';
import { routes, safeNext } from '../../routes.ts';
import { addWaitingGarment } from '../../stores/cart.ts';
import { loginUser } from '../../stores/session.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { LoginForm, type Credentials } from '../../ui/LoginForm.tsx';

/** The shopper's login. Afterwards one is back where one was going, with the garment chosen before in the cart. */
export function UserLogin() {
  const login = async (credentials: Credentials): Promise<string | undefined> => {
    const trouble = await loginUser(credentials);
    if (trouble) {
      toastError(messages.auth.userLoginFailed);
      return trouble.aboutThem ? undefined : trouble.message;
    }
    const added = await addWaitingGarment();
    const next = safeNext(new URLSearchParams(location.search).get('next'), routes.index());
    if (added) moveWithToast(next, 'success', messages.auth.userLoginDone);
    else moveWithToast(next, 'error', messages.cart.full);
    return undefined;
  };

  return (
    <LoginForm onLogin={login}>
      <a className="auth__aside" href={routes.forgotPassword()}>
        Forgot your password?
      </a>
    </LoginForm>
  );
}
