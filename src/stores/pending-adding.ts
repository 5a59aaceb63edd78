import { cartMessages } from '#shared/first-messages.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import * as api from '../api/cart.ts';
import { $cartItems, inTurn, linesOf, show } from './cart.ts';
import { tellOtherTabs } from './cart-tabs.ts';
import { readPending, writePending, type PendingProduct } from './pending-products.ts';

/**
 * After a sign-in: adds the products that were chosen before. Resolves with the error, or empty. What a retry may add stays
 * pending for the next page, which also shows what was added.
 */
export async function addPendingProducts(): Promise<string> {
  const pending = [...readPending()];
  writePending([]);
  const done: PendingProduct[] = [];
  const problems = new Set<string>();
  for (const [at, product] of pending.entries()) {
    if (product.line) {
      done.push(product);
      continue;
    }
    const { productId, price, size, color, quantity } = product;
    const body = { productId, price, size, color, quantity };
    const reply = await inTurn(() => api.addToCart(body));
    if (reply.ok) {
      show(reply.cart.products);
      const [line] = linesOf(reply.cart.products, product);
      if (line) done.push({ ...product, line: line._id });
    } else if (reply.status === 404 || reply.status === 409) {
      problems.add(reply.message);
    } else {
      done.push(...pending.slice(at));
      problems.add(cartMessages.addFailed);
      break;
    }
  }
  writePending(done);
  if (done.length > 0) tellOtherTabs();
  return [...problems].join(' ');
}

/** The lines of the cart that were added after the sign-in, once. */
export function takeAddedLines(): Promise<readonly CartItem[]> {
  const pending = readPending();
  writePending(pending.filter((it) => !it.line));
  const ids = pending.map((it) => it.line);
  // The cart may still be loading.
  return inTurn(async () => $cartItems.get().filter(({ _id }) => ids.includes(_id)));
}
