import { atom } from 'nanostores';
import { cartMessages } from '#shared/first-messages.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import * as api from '../api/cart.ts';
import { maySignIn, readToken, shopper } from '../api/tokens.ts';
import { tellOtherTabs } from './cart-tabs.ts';
import type { CartAddition } from './pending-products.ts';
import { toastError, toastInfo, toastSuccess } from './toasts.ts';

export const $cartItems = atom<readonly CartItem[]>([]);
/** How many lines there are. */
export const $cartCount = atom(0);
export const $cartLoading = atom(true);
/** Why the cart could not be loaded, or the last change saved; empty if there is no error. */
export const $cartError = atom('');

/** The lines that were added last, as they were then. */
export const $addedLines = atom<readonly CartItem[]>([]);

/** One at most. */
export const linesOf = (lines: readonly CartItem[], { productId, size, color }: CartAddition) =>
  lines.filter(
    (it) =>
      it.product._id === productId &&
      (it.size ?? '') === (size ?? '') &&
      (it.color ?? '') === (color ?? ''),
  );

/** Calls run in sequence, so that a load never shows the cart from before a pending add. */
let queue: Promise<unknown> = Promise.resolve();
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
}

/** Optimistic quantities that the server does not have yet, by line. */
export const unsentQuantities = new Map<string, number>();

/** Optimistic sizes and colours that the server does not have yet, by line. */
export const unsentChoices = new Map<string, Partial<Pick<CartItem, 'size' | 'color'>>>();

/** Keeps choices made while the cart was loading. */
export function show(items: readonly CartItem[]): void {
  $cartItems.set(
    items.map((it) => ({
      ...it,
      ...unsentChoices.get(it._id),
      quantity: unsentQuantities.get(it._id) ?? it.quantity,
    })),
  );
  $cartCount.set(items.length);
}

export async function fetchAndShow(): Promise<void> {
  $cartLoading.set(true);
  await refresh();
  $cartLoading.set(false);
}

export async function refresh(): Promise<void> {
  const reply = await api.fetchCart();
  if (reply.ok) show(reply.cart.products);
  // Signed out, here or in another tab.
  else if (reply.status === 401) show([]);
  $cartError.set(reply.ok || reply.status === 401 ? '' : reply.message);
}

export function loadCart(): Promise<void> {
  return inTurn(fetchAndShow);
}

/**
 * Adds a product to the cart with a toast. Where only customers may order, visitors go to the login first, and all that they
 * chose is added afterwards. `from` is the kind of screen, because by contract the failure text differs on the detail page.
 */
export async function addToCart(
  addition: CartAddition,
  from: 'list' | 'detail' = 'list',
  mayEnter = true,
): Promise<boolean> {
  if (!maySignIn(shopper())) return enter(addition, from, mayEnter);
  const reply = await inTurn(async () => {
    const added = await api.addToCart({ ...addition, quantity: 1 });
    if (added.ok) show(added.cart.products);
    return added;
  });
  if (reply.ok) {
    $addedLines.set(linesOf(reply.cart.products, addition));
    toastSuccess(cartMessages.added, undefined, adding);
    tellOtherTabs();
    return true;
  }
  if (reply.status === 401) return enter(addition, from, mayEnter);
  if (reply.code === 'cart_full') toastError(cartMessages.full, undefined, adding);
  else sayFailed(from);
  return false;
}

/** What toasts are about. */
export const adding = 'cart';

function sayFailed(from: 'list' | 'detail'): void {
  if (from === 'detail') toastInfo(cartMessages.addFailedOnDetail);
  else toastError(cartMessages.addFailed, undefined, adding);
}

/** Opens a visit and adds the product then, or moves to the login. */
async function enter(
  addition: CartAddition,
  from: 'list' | 'detail',
  mayEnter: boolean,
): Promise<boolean> {
  // Offline there is no login either, so the page and its choices stay.
  const door =
    navigator.onLine === false ? undefined : await import('./entering.ts').catch(() => undefined);
  if (!door) sayFailed(from);
  else if (await door.enter(addition, from, mayEnter)) return addToCart(addition, from, false);
  return false;
}

/** Clears the cart after a sign-out. */
export function forgetCart(): void {
  if (readToken('user')) return;
  show([]);
  tellOtherTabs();
}
