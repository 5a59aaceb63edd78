import { orderingMessages } from '#shared/ordering-messages.ts';
import type { AddLinesInput } from '#shared/schemas/cart-batches.ts';
import { addLines } from '../api/ordering.ts';
import { adding, inTurn, show } from './cart.ts';
import { tellOtherTabs } from './cart-tabs.ts';
import { toastSuccess } from './toasts.ts';

type Lines = AddLinesInput['lines'];

/** Puts many lines into the cart and says how many pieces they were; with `leaveOut`, those that can be had. */
export function addLinesToCart(lines: Lines, leaveOut = false): ReturnType<typeof addLines> {
  return inTurn(async () => {
    const reply = await addLines({ lines, leaveOut });
    if (!reply.ok) return reply;
    show(reply.cart.products);
    tellOtherTabs();
    const left = new Set(reply.problems.map((it) => it.line));
    const pieces = lines.reduce((sum, it, n) => sum + (left.has(n) ? 0 : it.quantity), 0);
    if (pieces > 0) toastSuccess(orderingMessages.added(pieces), undefined, adding);
    return reply;
  });
}
