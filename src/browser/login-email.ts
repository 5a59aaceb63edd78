import { keepLoginEmail, readLoginEmail } from '../stores/login-email.ts';

const email = document.querySelector<HTMLInputElement>('main input[name="email"]');
const known = readLoginEmail();
if (email && email.value === '' && known) {
  email.value = known;
  // For a form that is hydrated already; others read the field.
  email.dispatchEvent(new Event('input', { bubbles: true }));
  const isIdle = document.activeElement === document.body;
  if (isIdle) email.form?.querySelector<HTMLElement>('[autocomplete="current-password"]')?.focus();
}
email?.addEventListener('change', () => keepLoginEmail(email.value));
