import type { LinkedOrder } from '#shared/schemas/orders.ts';
import style from './OrderParts.module.css';

/** The bank account that an order on terms is paid to; renders nothing for others. */
export function PayTo({ order }: { readonly order: Pick<LinkedOrder, 'payTo' | 'number'> }) {
  if (!order.payTo) return null;
  return (
    <div className={style.payTo}>
      <p className="label">Pay by bank transfer to</p>
      <p>{order.payTo}</p>
      <p>Payment reference: {order.number}</p>
    </div>
  );
}
