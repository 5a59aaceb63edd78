import { maySignIn, shopper } from '../api/tokens.ts';
import { addLinesToCart } from './cart-batches.ts';
import { enterOr } from './entering.ts';
import { keepLinked, type PendingProduct } from './pending-products.ts';

/** An item of a link, as its page shows it. */
export interface LinkedItem extends PendingProduct {
  readonly sku: string;
}

/**
 * Adds the items that can be had to the cart. Resolves with why the others cannot; null where a login comes first, or a toast has
 * said why nothing was added.
 */
export async function addLinkedItems(
  items: readonly LinkedItem[],
  mayEnter = true,
): Promise<readonly string[] | null> {
  const lines = items.map(({ sku, quantity }) => ({ sku, quantity }));
  const reply = maySignIn(shopper()) ? await addLinesToCart(lines, true) : null;
  if (reply?.ok) return reply.problems.map((it) => it.message);
  if (reply && reply.status !== 401) return [reply.message];
  const isIn = await enterOr(() => keepLinked(items), mayEnter);
  return isIn ? addLinkedItems(items, false) : null;
}
