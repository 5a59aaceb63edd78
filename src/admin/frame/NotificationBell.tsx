import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { Bell } from 'lucide-react';
import { routes } from '../../routes.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { orders } from '../orders/orders.ts';
import { Dropdown } from './Dropdown.tsx';

const shownOrders = 5;

/** A greeting, and the orders that came in last. */
export function NotificationBell() {
  return (
    <Dropdown label="Notifications" button={<Bell aria-hidden size={20} />}>
      <p className="dropdown__title">Notifications</p>
      <RecentOrders />
    </Dropdown>
  );
}

function RecentOrders() {
  const { rows } = useStore(orders.$list);
  return (
    <ul className="notifications">
      {rows.slice(0, shownOrders).map((order) => (
        <li key={order._id}>
          <a href={routes.orders()}>
            <span>
              {order.user.firstname} ordered for {formatPrice(order.totalPrice)}
            </span>
            <small>
              {order.status}, <RelativeTime iso={order.createdAt} />
            </small>
          </a>
        </li>
      ))}
      <li>
        <a href={routes.dashboard()}>
          <span>Welcome to the back office</span>
          <small>New orders are told here.</small>
        </a>
      </li>
    </ul>
  );
}
