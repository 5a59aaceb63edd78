import { messages } from '#shared/messages.ts';
import { readToken } from '../../api/tokens.ts';
import { routes } from '../../routes.ts';
import { $adminToken, adminLogout } from '../../stores/session.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';

let leaving = false;

/** Ends the administrator's session; the way out leads to the shoppers' login. */
export async function logout(): Promise<void> {
  leaving = true;
  if (await adminLogout()) {
    moveWithToast(routes.userLogin(), 'success', messages.auth.loggedOut);
  } else {
    leaving = false;
    toastError(messages.auth.logoutFailed);
  }
}

/** Sends to the login when the session ends under the page, or when the browser brings a page back after a logout. */
export function watchSession(): () => void {
  const leave = () => {
    if (!leaving) location.replace(routes.adminLogin(location.pathname + location.search));
  };
  const onShow = (event: PageTransitionEvent) => {
    leaving = false;
    if (event.persisted && !readToken('admin')) leave();
  };
  addEventListener('pageshow', onShow);
  const stop = $adminToken.listen((token) => {
    if (!token) leave();
  });
  return () => {
    removeEventListener('pageshow', onShow);
    stop();
  };
}
