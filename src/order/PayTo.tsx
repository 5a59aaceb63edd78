import type { ReactNode } from 'react';
import { formatPrice } from '#shared/domain/money.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import style from './OrderParts.module.css';

interface PayToProps {
  readonly order: Pick<LinkedOrder, 'payTo' | 'number' | 'currency' | 'totalPrice' | 'payment'>;
  /** What helps to transfer the money: the QR code. */
  readonly children?: ReactNode;
}

/** How an order is paid by bank transfer, on terms or not, or on delivery; renders nothing for others. */
export function PayTo({ order, children }: PayToProps) {
  const { payTo, number, currency, totalPrice, payment } = order;
  const due = formatPrice(payment.due, currency);
  if (payment.kind === 'on_delivery' && payment.due > 0) return <p>To pay on delivery: {due}</p>;
  if (!payTo) return null;
  return (
    <div className={style.payTo}>
      <p className="label">Pay by bank transfer to</p>
      <p>{payTo}</p>
      <p>
        Amount: <strong>{due}</strong>
        {payment.due < totalPrice && ` (of ${formatPrice(totalPrice, currency)})`}
      </p>
      <p>
        Payment reference: <strong>{number}</strong>
      </p>
      {children}
    </div>
  );
}
