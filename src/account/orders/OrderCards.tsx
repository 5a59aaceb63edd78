import { counted } from '#shared/domain/counted.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { isPayable, otherWays } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { userOrders, type OrdersPart } from '../../api/orders.ts';
import { query } from '../../api/query.ts';
import { HoldNote } from '../../order/HoldNote.tsx';
import { routes } from '../../routes.ts';
import { formatAgo } from '../../ui/format-ago.ts';
import { formatDate } from '../../ui/format.ts';
import { linePicture } from '../../ui/line-choice.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { pictureUrl } from '../../ui/picture-url.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useParts } from '../use-parts.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import style from './Orders.module.css';
import { OrderStatus } from './OrderStatus.tsx';
import { PayButton } from './PayButton.tsx';
import { ReorderButton } from './ReorderButton.tsx';

const all = userOrders();
const unpaid = userOrders({ status: 'Pending' });
const [$all, $unpaid] = [query(all), query(unpaid)];

/** How many pictures stand on a card. */
const pictured = 3;

/** The shopper's orders with their status; with `pending`, only unpaid ones. */
export function OrderCards({ pending = false }: { pending?: boolean }) {
  const { body, failure } = useLoaded(pending ? $unpaid : $all);
  if (failure) return <LoadFailure failure={failure} path={(pending ? unpaid : all).path} />;
  if (!body) return <Spinner />;
  // Starts over when the list has changed.
  const key = body.orders.map((it) => it._id).join();
  return <OrderList key={key} pending={pending} first={body} />;
}

function OrderList({ pending, first }: { pending: boolean; first: OrdersPart }) {
  const { items, list, showMore } = useParts(first, {
    itemsOf: ({ orders }) => orders,
    after: ({ next }) =>
      next ? userOrders({ cursor: next, ...(pending && { status: 'Pending' }) }) : null,
  });

  if (items.length === 0) {
    return (
      <div className="empty">
        <p className="empty__title">{messages.orders[pending ? 'nonePending' : 'none']}</p>
        <p>{pending ? 'All your orders are paid.' : 'Your orders and their status appear here.'}</p>
        <a className="button button--quiet" href={routes.userProducts()}>
          Go to the shop
        </a>
      </div>
    );
  }
  return (
    <>
      <ul className={style.cards} ref={list}>
        {items.map((order) => (
          <OrderCard key={order._id} order={order} />
        ))}
      </ul>
      {showMore && <MoreButton name="Show more orders" onMore={showMore} />}
    </>
  );
}

function OrderCard({ order }: { readonly order: Order }) {
  const { products } = order;
  const pieces = products.reduce((sum, it) => sum + it.quantity, 0);
  const pictures = products.flatMap((it) => linePicture(it) ?? []);
  return (
    <li className={style.card} tabIndex={-1}>
      <div className={style.facts}>
        <p className="label">Reference ID</p>
        <a className={style.reference} href={routes.userOrderDetails(order._id)}>
          {order.number}
        </a>
        {order.poNumber && <p className={style.faint}>Purchase order {order.poNumber}</p>}
        <p className={style.faint}>
          <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          {', '}
          <span>{formatAgo(order.createdAt)}</span>
        </p>
        <HoldNote order={order} />
      </div>
      <p className={style.pictures}>
        {pictures.slice(0, pictured).map((it, i) => (
          <img key={i} src={pictureUrl(it, 160)} alt="" width="48" height="60" />
        ))}
        {pictures.length > pictured && <span>+{pictures.length - pictured}</span>}
      </p>
      <p className={style.figures}>
        <span className="price">{formatPrice(order.totalPrice, order.currency)}</span>
        <span className={style.faint}>{counted(pieces, 'piece')}</span>
        <OrderStatus order={order} />
      </p>
      <div className={style.actions}>
        <NextAction order={order} />
      </div>
    </li>
  );
}

/** What its customer most likely wants to do with it now. */
function NextAction({ order }: { readonly order: Order }) {
  if (isPayable(order) && otherWays(order).length > 1) {
    return (
      <a className="button button--small" href={routes.userOrderDetails(order._id)}>
        Pay now
      </a>
    );
  }
  if (isPayable(order)) return <PayButton order={order} />;
  if (order.status === 'Pending') return null;
  const parcel = order.parcels.find((it) => it.status === 'sent' && it.trackingUrl);
  if (parcel) {
    return (
      <a
        className="button button--quiet button--small"
        href={parcel.trackingUrl}
        aria-label={`Track parcel of ${order.number}`}
      >
        Track parcel
      </a>
    );
  }
  return <ReorderButton lines={order.products} label="Order again" name={order.number} />;
}
