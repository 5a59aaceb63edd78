import { orderingMessages } from '#shared/ordering-messages.ts';
import type { AddLinesInput } from '#shared/schemas/cart-batches.ts';
import { loadDraft } from '../api/drafts.ts';
import { addLines } from '../api/ordering.ts';
import { $cartItems, adding, inTurn, show } from './cart.ts';
import { tellOtherTabs } from './cart-tabs.ts';
import { toastSuccess } from './toasts.ts';

type Added = ReturnType<typeof addLines>;

const piecesInCart = (): number => $cartItems.get().reduce((sum, it) => sum + it.quantity, 0);

/** Shows the cart after many lines were added, with a toast about the number of pieces. */
function adds(send: () => Added): Added {
  return inTurn(async () => {
    const before = piecesInCart();
    const reply = await send();
    if (!reply.ok) return reply;
    show(reply.cart.products);
    tellOtherTabs();
    const added = piecesInCart() - before;
    if (added > 0) toastSuccess(orderingMessages.added(added), undefined, adding);
    return reply;
  });
}

/** With `leaveOut`, only the available lines. */
export const addLinesToCart = (lines: AddLinesInput['lines'], leaveOut = false): Added =>
  adds(() => addLines({ lines, leaveOut }));

/** Adds the available lines of a saved cart. */
export const loadDraftToCart = (id: string): Added => adds(() => loadDraft(id));
