import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import type { Notification } from '#shared/schemas/dashboard.ts';
import { Bell } from 'lucide-react';
import { routes } from '../../routes.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Dropdown } from './Dropdown.tsx';
import { $bell, openBell } from './notifications.ts';

/** What happened last: new orders, messages, products out of stock. */
export function NotificationBell() {
  const { unseen } = useStore($bell, { ssr: 'initial' });
  const many = unseen > 99 ? '99+' : String(unseen);
  return (
    <Dropdown
      label={unseen > 0 ? `Notifications, ${many} new` : 'Notifications'}
      button={
        <>
          <Bell aria-hidden size={20} />
          {unseen > 0 && (
            <span className="bell__count" aria-hidden>
              {many}
            </span>
          )}
        </>
      }
      onOpen={() => void openBell()}
    >
      <p className="dropdown__title">Notifications</p>
      <Notifications />
    </Dropdown>
  );
}

function Notifications() {
  const { items, loading, failed } = useStore($bell);
  return (
    <>
      {failed && <p className="dropdown__note">They could not be loaded.</p>}
      <ul className="notifications" aria-busy={loading}>
        {items.map((it) => (
          <li key={`${it.kind} ${it._id}`} data-new={it.isNew || undefined}>
            <a href={hrefOf(it)}>
              <span>
                {it.isNew && <span className="visually-hidden">New: </span>}
                {wordsOf(it)}
              </span>
              <small>
                {it.status && `${it.status}, `}
                <RelativeTime iso={it.at} />
              </small>
            </a>
          </li>
        ))}
        {!loading && items.length === 0 && (
          <li>
            <a href={routes.dashboard()}>
              <span>Welcome to the back office</span>
              <small>New orders and messages are told here.</small>
            </a>
          </li>
        )}
      </ul>
    </>
  );
}

function wordsOf({ kind, title, amount }: Notification): string {
  if (kind === 'order') return `${title || 'Somebody'} ordered for ${formatPrice(amount ?? 0)}`;
  if (kind === 'message') return `${title || 'Somebody'} wrote to the shop`;
  return `${title} is out of stock`;
}

function hrefOf({ kind, _id }: Notification): string {
  if (kind === 'order') return routes.adminOrder(_id);
  if (kind === 'message') return `${routes.messages()}?state=unread`;
  return routes.adminProduct(_id);
}
