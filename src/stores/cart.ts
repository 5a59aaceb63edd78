import { atom } from 'nanostores';
import { cartMessages } from '#shared/first-messages.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import * as api from '../api/cart.ts';
import { maySignIn, readToken } from '../api/tokens.ts';
import { routes } from '../routes.ts';
import { tellOtherTabs } from './cart-tabs.ts';
import { moveWithToast, toastError, toastInfo, toastSuccess } from './toasts.ts';

export interface CartAddition {
  readonly productId: string;
  /** Dollars, as the page showed it. */
  readonly price: number;
  readonly size?: string | undefined;
  readonly color?: string | undefined;
}

export const $cartItems = atom<readonly CartItem[]>([]);
/** How many lines there are. */
export const $cartCount = atom(0);
export const $cartLoading = atom(true);
/** Why the cart could not be loaded, or the last change saved; empty if there is no error. */
export const $cartError = atom('');

/** The last added line, as it was then. */
export const $addedLine = atom<CartItem | null>(null);

function lineOf(lines: readonly CartItem[], { productId, size, color }: CartAddition) {
  const found = lines.find(
    (it) =>
      it.product._id === productId &&
      (it.size ?? '') === (size ?? '') &&
      (it.color ?? '') === (color ?? ''),
  );
  return found ? { ...found } : null;
}

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
 * Adds a product to the cart with a toast. Visitors go to the login first, and the product is added afterwards. `from` is the
 * kind of screen, because by contract the failure text differs on the detail page.
 */
export async function addToCart(
  addition: CartAddition,
  from: 'list' | 'detail' = 'list',
): Promise<boolean> {
  if (!maySignIn('user')) return toLogin(addition, from);
  const reply = await inTurn(async () => {
    const added = await api.addToCart({ ...addition, quantity: 1 });
    if (added.ok) show(added.cart.products);
    return added;
  });
  if (reply.ok) {
    $addedLine.set(lineOf(reply.cart.products, addition));
    toastSuccess(cartMessages.added, undefined, adding);
    tellOtherTabs();
    return true;
  }
  if (reply.status === 401) return toLogin(addition, from);
  if (isFull(reply)) {
    toastError(cartMessages.full, undefined, adding);
    return false;
  }
  sayFailed(from);
  return false;
}

/** What toasts are about. */
export const adding = 'cart';

function sayFailed(from: 'list' | 'detail'): void {
  if (from === 'detail') toastInfo(cartMessages.addFailedOnDetail);
  else toastError(cartMessages.addFailed, undefined, adding);
}

/** Neither a retry nor a new sign-in would help. */
const isFull = (reply: { ok: boolean; code?: string }): boolean => reply.code === 'cart_full';

const here = (): string => location.pathname + location.search;

const pendingKey = 'hemline:pending-product';

function toLogin(addition: CartAddition, from: 'list' | 'detail'): false {
  // Offline there is no login either, so the page and its choices stay.
  if (navigator.onLine === false) {
    sayFailed(from);
    return false;
  }
  sessionStorage.setItem(pendingKey, JSON.stringify(addition));
  const login = routes.userLogin(here());
  if (from === 'detail') moveWithToast(login, 'info', cartMessages.addFailedOnDetail);
  else location.assign(login);
  return false;
}

/**
 * After a sign-in: adds the product that was chosen before. Resolves with the error, or empty. If a retry may help, it stays
 * pending for the next page.
 */
export async function addPendingProduct(): Promise<string> {
  const waiting = sessionStorage.getItem(pendingKey);
  if (!waiting) return '';
  sessionStorage.removeItem(pendingKey);
  const addition = JSON.parse(waiting) as CartAddition;
  const reply = await inTurn(() => api.addToCart({ ...addition, quantity: 1 }));
  if (reply.ok) {
    show(reply.cart.products);
    return '';
  }
  if (reply.status === 404 || reply.status === 409) return reply.message;
  sessionStorage.setItem(pendingKey, waiting);
  return cartMessages.addFailed;
}

/** Clears the cart after a sign-out. */
export function forgetCart(): void {
  if (readToken('user')) return;
  show([]);
  tellOtherTabs();
}
