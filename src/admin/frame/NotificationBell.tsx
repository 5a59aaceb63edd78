import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { statusLabel } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import type { Notification } from '#shared/schemas/dashboard.ts';
import { Bell } from 'lucide-react';
import { routes } from '../../routes.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { $notifications, openBell } from './notifications.ts';
import { Popover } from './Popover.tsx';
import './notifications.css';

/** Recent events: new orders, messages, products out of stock. */
export function NotificationBell() {
  const unseen = useStore($notifications).body?.unseen ?? 0;
  const many = unseen > 99 ? '99+' : String(unseen);
  return (
    <Popover
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
      <p className="notifications__title">Notifications</p>
      <Notifications />
    </Popover>
  );
}

function Notifications() {
  const { body, failure } = useStore($notifications);
  return (
    <>
      {failure && <p className="notifications__note">{messages.loading.failed('notifications')}</p>}
      <ul className="notifications popover__menu" aria-busy={!body && !failure}>
        {body?.notifications.map((it) => (
          <li key={`${it.kind} ${it._id}`} data-new={it.isNew || undefined}>
            <a href={hrefOf(it)}>
              <span>
                {it.isNew && <span className="visually-hidden">New: </span>}
                {textOf(it)}
              </span>
              <small>
                {it.status && `${statusLabel(it.status)}, `}
                <RelativeTime iso={it.at} />
              </small>
            </a>
          </li>
        ))}
        {body?.notifications.length === 0 && (
          <li>
            <a href={routes.dashboard()}>
              <span>Welcome to the back office</span>
              <small>New orders and messages appear here.</small>
            </a>
          </li>
        )}
      </ul>
    </>
  );
}

function textOf({ kind, title, amount }: Notification): string {
  if (kind === 'order') return `${title || 'Somebody'} ordered for ${formatPrice(amount ?? 0)}`;
  if (kind === 'message') return `${title || 'Somebody'} wrote to the shop`;
  return `${title} is out of stock`;
}

function hrefOf({ kind, _id }: Notification): string {
  if (kind === 'order') return routes.adminOrder(_id);
  if (kind === 'message') return `${routes.messages()}?state=unread`;
  return routes.adminProduct(_id);
}
