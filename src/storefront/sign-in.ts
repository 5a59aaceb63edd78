import { messages } from '#shared/messages.ts';
import { routes } from '../routes.ts';
import { moveWithToast } from '../stores/toasts.ts';

/** Redirects to the login, which says why and returns to the current page. */
export function moveToLogin(): void {
  const login = routes.userLogin(location.pathname + location.search);
  moveWithToast(login, 'info', messages.auth.signInFirst);
}
