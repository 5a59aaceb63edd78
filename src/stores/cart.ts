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
/** Why the cart could not be fetched, or the last change not be saved; empty when all is well. */
export const $cartError = atom('');

/** The line that was added to last, as it was then. */
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

/** Calls run one after another, so that a fetch never shows the cart from before an add that was under way. */
let queue: Promise<unknown> = Promise.resolve();
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
}

/** Quantities that people see already and the server does not know yet, by line. */
export const unsentQuantities = new Map<string, number>();

/** Sizes and colours that people see already and the server does not know yet, by line. */
export const unsentChoices = new Map<string, Partial<Pick<CartItem, 'size' | 'color'>>>();

/** What was chosen while the cart was on its way stays what people see. */
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
 * Puts one garment in the cart and says so. Who is not signed in goes to the login first, and the garment follows.
 * `from` is the kind of screen, since the contract words a failure differently on the detail page.
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

/** Another try would end the same way, and so would a new sign-in. */
const isFull = (reply: { ok: boolean; code?: string }): boolean => reply.code === 'cart_full';

const here = (): string => location.pathname + location.search;

const pendingKey = 'hemline:pending-product';

function toLogin(addition: CartAddition, from: 'list' | 'detail'): false {
  // Without a connection there is no login either; the page and what is chosen on it stay.
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
 * After a sign-in: puts the garment in the cart that was chosen before it. Resolves with why it is not there; empty otherwise.
 * Where another try may help it keeps waiting, for the next page.
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

/** Forgets the cart of someone who signed out. */
export function forgetCart(): void {
  if (readToken('user')) return;
  show([]);
  tellOtherTabs();
}
