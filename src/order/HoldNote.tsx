import { holdText } from '#shared/domain/order-facts.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import { formatDateAndTime } from '../ui/format.ts';

/** Until when an unpaid order holds its pieces; renders nothing for others. */
export function HoldNote({ order }: { readonly order: Pick<LinkedOrder, 'heldUntil'> }) {
  return order.heldUntil && <p>{holdText(formatDateAndTime(order.heldUntil))}</p>;
}
