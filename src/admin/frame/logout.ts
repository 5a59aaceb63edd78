import { messages } from '#shared/messages.ts';
import { maySignIn, readToken, whenRefused, writeToken } from '../../api/tokens.ts';
import { routes } from '../../routes.ts';
import { $adminToken, adminLogout } from '../../stores/session.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { hasUnsaved, mayLeave, settleAll, watchEdits } from '../../ui/unsaved.ts';
import { askToSignIn } from '../login/asking-again.ts';

let leaving = false;

/** Ends the administrator's session and redirects to the shoppers' login. */
export async function logout(): Promise<void> {
  if (!(await mayLeave())) return;
  leaving = true;
  if (await adminLogout()) {
    settleAll();
    moveWithToast(routes.userLogin(), 'success', messages.auth.loggedOut);
  } else {
    leaving = false;
    toastError(messages.auth.logoutFailed);
  }
}

/**
 * Redirects to the login when the session ends while the page is open, or when the browser restores a page after a logout. With
 * unsaved input, shows the login over the page instead.
 */
export function watchSession(): () => void {
  const leave = () => {
    if (!leaving) location.replace(routes.adminLogin(location.pathname + location.search));
  };
  const onShow = (event: PageTransitionEvent) => {
    leaving = false;
    if (event.persisted && !readToken('admin')) leave();
  };
  addEventListener('pageshow', onShow);
  const unwatch = watchEdits();
  whenRefused('admin', async (writing) => {
    if (leaving) return '';
    if (writing || hasUnsaved()) return askToSignIn();
    writeToken('admin', '');
    return '';
  });
  const stop = $adminToken.listen((token) => {
    if (!token) leave();
  });
  // A request may have been refused before this listener was added.
  if (!maySignIn('admin')) leave();
  return () => {
    removeEventListener('pageshow', onShow);
    unwatch();
    stop();
  };
}
