import {
  $toasts,
  dismissToast,
  showKeptToast,
  type KeptUndo,
  type Toast,
  type ToastAction,
} from '../stores/toasts.ts';

/** Most toasts are triggered by these: pointing at or focusing one preloads the library. */
const sources = 'astro-island, [data-add-to-cart], form:has([data-add-to-cart])';

let library: Promise<typeof import('./toastify.ts') | undefined> | undefined;

/**
 * React and react-toastify, loaded on demand; undefined on failure. Browsers may cache a failed import, so none is started
 * offline.
 */
function load(): typeof library {
  if (navigator.onLine) library ??= import('./toastify.ts').catch(() => undefined);
  return library;
}

/** Renders the toasts in the page's live region. */
export function startToaster(
  region: HTMLElement,
  toAction?: (undo: KeptUndo) => ToastAction,
): void {
  let last = 0;
  region.popover = 'manual';
  region.showPopover();
  $toasts.subscribe((toasts, before) => {
    for (const { id } of before ?? []) if (!toasts.some((it) => it.id === id)) withdraw(region, id);
    for (const toast of toasts) {
      if (toast.id <= last) continue;
      last = toast.id;
      void show(region, toast);
    }
  });
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, warm);
  showKeptToast(toAction);
}

function warm({ target }: Event): void {
  if (!(target instanceof Element && target.closest(sources))) return;
  for (const event of ['pointerover', 'focusin']) document.removeEventListener(event, warm);
  void load();
}

async function show(region: HTMLElement, toast: Toast): Promise<void> {
  const toastify = await load();
  if (!$toasts.get().includes(toast)) return;
  if (toastify) return toastify.showToast(region, toast);
  raise(region);
  showText(region, toast);
}

/** Removes toasts that are no longer in the store. */
function withdraw(region: HTMLElement, id: number): void {
  void library?.then((toastify) => toastify?.hideToast(id));
  region.querySelector(`[data-id="${id}"]`)?.remove();
}

/** An open dialog covers earlier top-layer elements, so the toasts are moved to the top again. */
function raise(region: HTMLElement): void {
  if (!document.querySelector('dialog:modal')) return;
  region.hidePopover();
  region.showPopover();
}

/** Offline, the library may be missing: shows plain text. */
function showText(region: HTMLElement, { id, message, time }: Toast): void {
  const text = document.createElement('p');
  text.textContent = message;
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.dataset['id'] = String(id);
  toast.append(text);
  if (message) region.append(toast);
  setTimeout(() => {
    toast.remove();
    dismissToast(id);
  }, time);
}
