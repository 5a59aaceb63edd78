import type { Order } from '#shared/schemas/orders.ts';
import { formatDate } from '../ui/format.ts';
import { OrderLines } from './OrderLines.tsx';
import style from './Invoice.module.css';

/** What the paper says about the payment. */
function paymentLine({ status, paidAt, totalPrice }: Order): string {
  if (status === 'Paid' && totalPrice === 0) return 'Nothing to pay';
  if (status === 'Paid' && paidAt) return `Paid by card on ${formatDate(paidAt)}`;
  if (status === 'Refunded') return 'Paid by card, refunded in full';
  if (status === 'Held') return 'Something was paid; we are looking at it';
  return status === 'Paid' ? 'Paid by card' : 'Not paid yet';
}

/** An order as a sheet of paper: the prices of the day, and nothing that changes later. */
export function Invoice({ order }: { readonly order: Order }) {
  const { user } = order;
  return (
    <article className={style.invoice}>
      <header>
        <h1>Invoice</h1>
        <p className={style.house}>Hemline</p>
      </header>
      <dl className={style.facts}>
        <div>
          <dt>Number</dt>
          <dd>{order.number}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>{formatDate(order.createdAt)}</dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd>
            {paymentLine(order)}
            {order.paymentReference && <small>{order.paymentReference}</small>}
          </dd>
        </div>
        <div>
          <dt>For</dt>
          <dd>
            {user.firstname} {user.lastname}
            <small>
              {[user.address, user.postcode, user.state, user.country].filter(Boolean).join(', ')}
            </small>
            <small>{user.email}</small>
          </dd>
        </div>
      </dl>
      <OrderLines
        order={order}
        names={{ line: 'Item', sum: 'Amount', total: `Total (${order.currency})` }}
        title={(line) => line.title}
      />
    </article>
  );
}
