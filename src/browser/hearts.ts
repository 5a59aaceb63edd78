import { wishListMessages } from '#shared/wish-list-messages.ts';
import { toastError, toastSuccess } from '../stores/toasts.ts';
import {
  reloadWishes,
  setWish,
  syncWishes,
  whenWishesChange,
  wishedIds,
} from '../stores/wishes.ts';

const idOf = (heart: HTMLElement): string => heart.dataset['heart'] ?? '';

function fill(): void {
  const wished = new Set(wishedIds());
  for (const heart of document.querySelectorAll<HTMLElement>('[data-heart]')) {
    heart.ariaPressed = String(wished.has(idOf(heart)));
  }
}

/** Sets all hearts, which were pressed on this page, another one or another device. */
export function showHearts(): void {
  reloadWishes();
  fill();
  void syncWishes();
}

async function change(id: string, wished: boolean): Promise<boolean> {
  const problem = await setWish(id, wished);
  fill();
  if (problem) toastError(problem);
  return !problem;
}

/** Sets or unsets a heart, and takes that back if it fails. */
export async function press(heart: HTMLElement, wished: boolean): Promise<void> {
  const id = idOf(heart);
  // There, the product disappears with its heart.
  const onList = heart.closest('[data-wish-list]') !== null;
  if (!(await change(id, wished)) || wished || !onList) return;
  const undo = { label: 'Undo', run: async () => void (await change(id, true)) };
  toastSuccess(wishListMessages.removed, undo);
}

whenWishesChange(fill);
// Filters and scripts add products.
new MutationObserver(fill).observe(document.body, { childList: true, subtree: true });
