import { atom } from 'nanostores';

const storageKey = 'hemline-company';

const read = (): string =>
  typeof window === 'undefined' ? '' : (localStorage.getItem(storageKey) ?? '');

/** Name of the company that the customer buys for; '' when there is none or nobody knows. Remembered until sign-out. */
export const $ownCompany = atom(read());

export function setOwnCompany(name: string): void {
  if (name) localStorage.setItem(storageKey, name);
  else localStorage.removeItem(storageKey);
  $ownCompany.set(name);
}

if (typeof window !== 'undefined') addEventListener('storage', () => $ownCompany.set(read()));
