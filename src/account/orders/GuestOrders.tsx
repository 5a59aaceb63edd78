import { useEffect } from 'react';
import { revalidate } from '../../api/query.ts';
import { askForGuestOrders, claimGuestOrders } from '../../api/visitors.ts';
import { toastError, toastInfo, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { useLoaded } from '../use-loaded.ts';
import { $past } from './past-orders.ts';
import style from './Orders.module.css';

/** Adds the orders of the link in the address, which is used once. */
async function claim(): Promise<void> {
  const token = new URLSearchParams(location.search).get('token');
  if (!token) return;
  history.replaceState(null, '', location.pathname);
  const reply = await claimGuestOrders(token);
  if (!reply.ok) return toastError(reply.message);
  (reply.orders > 0 ? toastSuccess : toastInfo)(reply.message);
  if (reply.orders > 0) revalidate('/orders/', '/imported-orders/');
}

async function ask(): Promise<void> {
  const reply = await askForGuestOrders();
  if (reply.ok) toastSuccess(reply.message);
  else toastError(reply.message);
}

/** Adds orders that the customer placed without an account or in another shop, by a link that proves the email address; offered where there may be such orders. */
export function GuestOrders({ offered }: { readonly offered: boolean }) {
  useEffect(() => void claim(), []);
  const { body } = useLoaded($past);
  if (!offered && !body?.unclaimed) return null;
  return (
    <p className={style.guest}>
      {body?.unclaimed
        ? 'Ordered before without signing in, or before our shop moved here?'
        : 'Ordered before without signing in?'}
      <Button look="quiet" className="button--small" onClick={ask}>
        Email me a link
      </Button>
    </p>
  );
}
