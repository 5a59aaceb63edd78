const key = 'hemline:login-email';

/** The email address that was entered last in a form of this kind; it travels to the next one, but not in the URL. */
export const readLoginEmail = (): string => sessionStorage.getItem(key) ?? '';

/** '' forgets it. */
export function keepLoginEmail(email: string): void {
  if (email) sessionStorage.setItem(key, email);
  else sessionStorage.removeItem(key);
}
