import { holdText } from '#shared/domain/order-facts.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import { formatDateAndTime } from '../ui/format.ts';
import style from './OrderParts.module.css';

/** Until when an unpaid order holds its pieces; renders nothing for others. */
export function HoldNote({ order }: { readonly order: Pick<LinkedOrder, 'heldUntil'> }) {
  if (!order.heldUntil) return null;
  return <p className={style.hold}>{holdText(formatDateAndTime(order.heldUntil))}</p>;
}
