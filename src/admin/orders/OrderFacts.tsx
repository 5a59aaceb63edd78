import { statusMeanings } from '#shared/domain/order-status.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { routes } from '../../routes.ts';
import { EmailText } from '../listing/EmailText.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import { paymentNote } from './payment-words.ts';

/** Where an order stands and whose it is. */
export function OrderFacts({ order }: { readonly order: AdminOrder }) {
  const { user } = order;
  const place = [user.address, user.postcode, user.state, user.country].filter(Boolean);
  const note = paymentNote(order);
  return (
    <section className="panel" aria-labelledby="facts-heading">
      <h2 className="section-title" id="facts-heading">
        Facts
      </h2>
      <dl className="facts">
        <dt>Status</dt>
        <dd>
          <OrderStatus status={order.status} />
          <p className="hint">{statusMeanings[order.status]}</p>
          {note && <p className="hint">{note}.</p>}
        </dd>
        <dt>Reference ID</dt>
        <dd className="code">{order._id}</dd>
        <dt>Payment reference</dt>
        <dd className="code">{order.paymentReference ?? '–'}</dd>
        <dt>Placed</dt>
        <dd>
          <RelativeTime iso={order.createdAt} />
        </dd>
        <dt>Paid</dt>
        <dd>{order.paidAt ? <RelativeTime iso={order.paidAt} /> : '–'}</dd>
        <dt>Customer</dt>
        <dd>
          {user._id ? (
            <a href={routes.customerOrder(user._id)}>
              {user.firstname} {user.lastname}
            </a>
          ) : (
            `${user.firstname} ${user.lastname} (deleted)`
          )}
        </dd>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${user.email}`}>
            <EmailText email={user.email} />
          </a>
        </dd>
        <dt>Phone</dt>
        <dd>{user.phone || '–'}</dd>
        <dt>Deliver to</dt>
        <dd>{place.join('\n') || '–'}</dd>
      </dl>
    </section>
  );
}
