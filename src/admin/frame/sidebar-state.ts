import { atom } from 'nanostores';

/** On phones: whether the sidebar has slid in. */
export const $sidebarShown = atom(false);

/** On desks: whether only its icons stand; kept for the next page of this browser. */
export const $sidebarNarrow = atom(false);

const key = 'hemline:sidebar-narrow';
const phone = '(max-width: 1023px)';

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
    // A browser that keeps nothing simply starts wide each time.
  }
}

/** Makes room for an opened group; says whether there was none. */
export function widen(): boolean {
  if (!$sidebarNarrow.get() || matchMedia(phone).matches) return false;
  setNarrow(false);
  return true;
}

/** The top bar's menu button: slides on phones, narrows on desks. */
export function toggleSidebar(): void {
  if (matchMedia(phone).matches) $sidebarShown.set(!$sidebarShown.get());
  else setNarrow(!$sidebarNarrow.get());
}
