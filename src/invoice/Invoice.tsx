import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What the paper says about the payment. */
function paymentLine({ status, paidAt }: Order): string {
  if (status === 'Paid' && paidAt) return `Paid by card on ${dateFormat.format(new Date(paidAt))}`;
  if (status === 'Refunded') return 'Paid by card, and given back in full';
  return status === 'Paid' ? 'Paid by card' : 'Not paid yet';
}

/** An order as a sheet of paper: the prices of the day, and nothing that changes later. */
export function Invoice({ order }: { readonly order: Order }) {
  const { user } = order;
  return (
    <article className="invoice">
      <header>
        <h1>Invoice</h1>
        <p className="invoice__house">Hemline</p>
      </header>
      <dl className="invoice__facts">
        <div>
          <dt>Number</dt>
          <dd>{order._id}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>{dateFormat.format(new Date(order.createdAt))}</dd>
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
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Price</th>
            <th scope="col">Quantity</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.products.map((line) => (
            <tr key={line._id}>
              <td>
                {line.title}
                <small>{[line.color, line.size].filter(Boolean).join(', ')}</small>
              </td>
              <td>{formatPrice(line.unitPrice)}</td>
              <td>{line.quantity}</td>
              <td>{formatPrice(lineTotal(line.unitPrice, line.quantity))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Shipping
            </th>
            <td>Free</td>
          </tr>
          <tr>
            <th scope="row" colSpan={3}>
              Total ({order.currency})
            </th>
            <td>{formatPrice(order.totalPrice)}</td>
          </tr>
        </tfoot>
      </table>
    </article>
  );
}
