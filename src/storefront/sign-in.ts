import { routes } from '../routes.ts';

/** Leaves for the login, which brings people back to where they are now. */
export function moveToLogin(): void {
  location.assign(routes.userLogin(location.pathname + location.search));
}
