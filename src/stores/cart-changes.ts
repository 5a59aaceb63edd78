import { cartMessages } from '#shared/first-messages.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import * as api from '../api/cart.ts';
import {
  $cartError,
  $cartItems,
  adding,
  fetchAndShow,
  inTurn,
  refresh,
  show,
  unsentChoices,
  unsentQuantities,
} from './cart.ts';
import { tellOtherTabs } from './cart-tabs.ts';
import { toastError, toastSuccess } from './toasts.ts';

const lineWith = (id: string): CartItem | undefined => $cartItems.get().find((it) => it._id === id);

function showChange(id: string, change: Partial<CartItem>): void {
  $cartItems.set($cartItems.get().map((it) => (it._id === id ? { ...it, ...change } : it)));
}

/** `id` is the line's. Updated optimistically; the server's response is authoritative. */
export function changeQuantity(id: string, quantity: number): Promise<void> {
  if (quantity < 1) return Promise.resolve();
  showChange(id, { quantity });
  unsentQuantities.set(id, quantity);
  return inTurn(() => sendQuantity(id));
}

/** Sends the latest quantity; changes made during a request are combined. */
async function sendQuantity(id: string): Promise<void> {
  const quantity = unsentQuantities.get(id);
  const line = lineWith(id);
  if (!unsentQuantities.delete(id) || !quantity || !line) return;
  const reply = await api.updateQuantity(id, line.product._id, quantity);
  if (reply.ok) {
    show(reply.cart.products);
    $cartError.set('');
    tellOtherTabs();
  } else if (!unsentQuantities.has(id)) {
    await fetchAndShow();
    $cartError.set(reply.message);
  }
}

/** Size or colour of a line, updated optimistically. Resolves with the error, or empty. */
export function changeChoice(
  id: string,
  choice: Partial<Pick<CartItem, 'size' | 'color'>>,
): Promise<string> {
  unsentChoices.set(id, { ...unsentChoices.get(id), ...choice });
  showChange(id, choice);
  return inTurn(() => sendChoice(id));
}

async function sendChoice(id: string): Promise<string> {
  const line = lineWith(id);
  // An earlier call may already have sent both.
  if (!unsentChoices.delete(id) || !line) return '';
  const reply = await api.updateChoice(id, { size: line.size, color: line.color });
  if (!reply.ok) {
    await refresh();
    return reply.message;
  }
  show(reply.cart.products);
  $cartError.set('');
  tellOtherTabs();
  return '';
}

// What was chosen just before the page unloads is still saved.
if (typeof window !== 'undefined') {
  addEventListener('pagehide', () => {
    for (const id of unsentQuantities.keys()) void sendQuantity(id);
    for (const id of unsentChoices.keys()) void sendChoice(id);
  });
}

export function removeItem(id: string): Promise<void> {
  const line = lineWith(id);
  return inTurn(async () => {
    const removed = await api.removeFromCart(id);
    await refresh();
    if (removed.ok) {
      tellOtherTabs();
      if (line) {
        const undo = { label: 'Undo', run: () => putBack(line) };
        toastSuccess(cartMessages.removed, undo, 'cart removal');
      }
    } else if (removed.status !== 404) $cartError.set(removed.message);
  });
}

function putBack({ product, quantity, size, color }: CartItem): Promise<void> {
  return inTurn(async () => {
    const reply = await api.addToCart({ productId: product._id, quantity, size, color });
    if (!reply.ok) return toastError(reply.message, undefined, adding);
    show(reply.cart.products);
    tellOtherTabs();
  });
}
