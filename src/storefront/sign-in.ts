import { routes } from '../routes.ts';

/** Redirects to the login, which returns to the current page. */
export function moveToLogin(): void {
  location.assign(routes.userLogin(location.pathname + location.search));
}
