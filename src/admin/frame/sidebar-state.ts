import { atom } from 'nanostores';

/** On phones: whether the sidebar is open. */
export const $sidebarShown = atom(false);

/** On desktop: whether only its icons are shown; remembered by this browser. */
export const $sidebarNarrow = atom(false);

const key = 'hemline:sidebar-narrow';
export const phone = '(max-width: 1023px)';

export function restoreSidebar(): void {
  setNarrow(localStorage.getItem(key) === '1');
}

function setNarrow(narrow: boolean): void {
  $sidebarNarrow.set(narrow);
  document.documentElement.toggleAttribute('data-sidebar-narrow', narrow);
  try {
    if (narrow) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Without storage it starts wide on each page.
  }
}

/** Widens the sidebar for an opened group; returns whether it was narrow. */
export function widen(): boolean {
  if (!$sidebarNarrow.get() || matchMedia(phone).matches) return false;
  setNarrow(false);
  return true;
}

/** The top bar's menu button: opens the sidebar on phones, narrows it on desktop. */
export function toggleSidebar(): void {
  if (matchMedia(phone).matches) $sidebarShown.set(!$sidebarShown.get());
  else setNarrow(!$sidebarNarrow.get());
}
