import { atom } from 'nanostores';

const inBrowser = typeof window !== 'undefined';
const storageKey = 'hemline-company';

function read(): string {
  try {
    return (inBrowser && localStorage.getItem(storageKey)) || '';
  } catch {
    return '';
  }
}

/** Name of the company that the customer buys for; '' if none or unknown. Stored until sign-out. */
export const $companyName = atom(read());

export function setCompanyName(name: string): void {
  $companyName.set(name);
  try {
    if (name) localStorage.setItem(storageKey, name);
    else localStorage.removeItem(storageKey);
  } catch {
    // Only known on this page.
  }
}

if (inBrowser) addEventListener('storage', () => $companyName.set(read()));
