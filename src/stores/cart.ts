import { atom } from 'nanostores';
import { cartMessages } from '#shared/first-messages.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import * as api from '../api/cart.ts';
import { maySignIn, readToken } from '../api/tokens.ts';
import { routes } from '../routes.ts';
import { tellOtherTabs } from './cart-tabs.ts';
import { moveWithToast, toastError, toastSuccess } from './toasts.ts';

export interface Garment {
  readonly productId: string;
  /** Dollars, as the page showed it. */
  readonly price: number;
  readonly size?: string;
  readonly color?: string;
}

export const $cartItems = atom<readonly CartItem[]>([]);
/** Not computed: the badge rises by one before the next fetch. */
export const $cartCount = atom(0);
export const $cartLoading = atom(true);
/** Why the cart could not be fetched, or the last change not be saved; empty when all is well. */
export const $cartTrouble = atom('');

/** Calls run one after another, so that a fetch never shows the cart from before an add that was under way. */
let queue: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
}

/** Quantities that people see already and the server does not know yet, by line. */
const unsent = new Map<string, { productId: string; quantity: number }>();

/** A quantity chosen while the cart was on its way stays the one that people see. */
function show(items: readonly CartItem[]): void {
  $cartItems.set(
    items.map((it) => ({ ...it, quantity: unsent.get(it._id)?.quantity ?? it.quantity })),
  );
  $cartCount.set(items.length);
}

async function fetchAndShow(): Promise<void> {
  $cartLoading.set(true);
  await refresh();
  $cartLoading.set(false);
}

async function refresh(): Promise<void> {
  const reply = await api.fetchCart();
  if (reply.ok) show(reply.cart.products);
  // Signed out, here or in another tab.
  else if (reply.status === 401) show([]);
  $cartTrouble.set(reply.ok || reply.status === 401 ? '' : reply.message);
}

export function loadCart(): Promise<void> {
  return inTurn(fetchAndShow);
}

/**
 * Puts one garment in the cart and says so. Who is not signed in goes to the login first, and the garment follows.
 * `from` is the kind of screen, since the contract words a failure differently on the detail page.
 */
export async function addToCart(
  garment: Garment,
  from: 'list' | 'detail' = 'list',
): Promise<boolean> {
  if (!maySignIn('user')) return toLogin(garment, from);
  const reply = await inTurn(async () => {
    const added = await api.addToCart({ ...garment, quantity: 1 });
    if (added.ok) $cartCount.set($cartCount.get() + 1);
    return added;
  });
  if (reply.ok) {
    toastSuccess(cartMessages.added);
    tellOtherTabs();
    return true;
  }
  if (reply.status === 401) return toLogin(garment, from);
  if (isFull(reply)) {
    toastError(cartMessages.full);
    return false;
  }
  if (from === 'detail') {
    moveWithToast(routes.userLogin(here()), 'info', cartMessages.addFailedOnDetail);
    return false;
  }
  toastError(cartMessages.addFailed);
  return false;
}

/** Another try would end the same way, and so would a new sign-in. */
const isFull = (reply: { ok: boolean; code?: string }): boolean => reply.code === 'cart_full';

const here = (): string => location.pathname + location.search;

const waitingKey = 'hemline:waiting-garment';

function toLogin(garment: Garment, from: 'list' | 'detail'): false {
  sessionStorage.setItem(waitingKey, JSON.stringify(garment));
  const login = routes.userLogin(here());
  if (from === 'detail') moveWithToast(login, 'info', cartMessages.addFailedOnDetail);
  else location.assign(login);
  return false;
}

/** After a sign-in: puts the garment in the cart that was chosen before it; false where the cart is full. */
export async function addWaitingGarment(): Promise<boolean> {
  const waiting = sessionStorage.getItem(waitingKey);
  if (!waiting) return true;
  sessionStorage.removeItem(waitingKey);
  return !isFull(await api.addToCart({ ...(JSON.parse(waiting) as Garment), quantity: 1 }));
}

/** `id` is the line's. Shown at once; the server's answer has the last word. */
export function changeQuantity(id: string, quantity: number): Promise<void> {
  const line = $cartItems.get().find((it) => it._id === id);
  if (!line || quantity < 1) return Promise.resolve();
  $cartItems.set($cartItems.get().map((it) => (it._id === id ? { ...it, quantity } : it)));
  unsent.set(id, { productId: line.product._id, quantity });
  return inTurn(() => sendQuantity(id));
}

/** Sends the last quantity that was chosen; changes made while another was under way go as one. */
async function sendQuantity(id: string): Promise<void> {
  const change = unsent.get(id);
  if (!change) return;
  unsent.delete(id);
  const reply = await api.updateQuantity(id, change.productId, change.quantity);
  if (reply.ok) {
    $cartTrouble.set('');
    tellOtherTabs();
  } else if (!unsent.has(id)) {
    await fetchAndShow();
    $cartTrouble.set(reply.message);
  }
}

// What was chosen just before the page goes away still counts.
if (typeof window !== 'undefined') {
  addEventListener('pagehide', () => {
    for (const id of unsent.keys()) void sendQuantity(id);
  });
}

export function removeItem(id: string): Promise<void> {
  return inTurn(async () => {
    const removed = await api.removeFromCart(id);
    await refresh();
    if (removed.ok) tellOtherTabs();
    else if (removed.status !== 404) $cartTrouble.set(removed.message);
  });
}

export function clearCart(): Promise<void> {
  return inTurn(async () => {
    const reply = await api.clearAll();
    if (reply.ok) {
      show([]);
      tellOtherTabs();
    }
  });
}

/** Forgets the cart of someone who signed out. */
export function forgetCart(): void {
  if (readToken('user')) return;
  show([]);
  tellOtherTabs();
}
