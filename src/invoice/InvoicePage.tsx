import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { order as adminOrder } from '../api/admin-orders.ts';
import { userOrder } from '../api/orders.ts';
import { query, revalidate } from '../api/query.ts';
import { routes } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Invoice } from './Invoice.tsx';
import style from './InvoicePage.module.css';

interface InvoicePageProps {
  readonly orderId: string;
  /** Whose sign-in it is read with. */
  readonly as: 'user' | 'admin';
}

const readers = {
  user: { order: userOrder, login: routes.userLogin, back: 'Back to your orders' },
  admin: { order: adminOrder, login: routes.adminLogin, back: 'Back to the order' },
};

/** The invoice of an order with a button that prints it; the button is not printed. */
export function InvoicePage({ orderId, as }: InvoicePageProps) {
  const { order, login, back } = readers[as];
  const [$order] = useState(() => query(order(orderId)));
  const { body, failure, busy } = useStore($order);
  const signedOut = failure?.status === 401;
  useEffect(() => {
    if (signedOut) location.replace(login(location.pathname));
  }, [signedOut, login]);

  if (!body && (busy || !failure || signedOut)) return <Spinner />;
  if (!body) {
    return (
      <div className={style.page}>
        <h1>Invoice</h1>
        <p>{failure?.status === 404 ? messages.orders.unknown : failure?.message}</p>
        <Button look="quiet" onClick={() => revalidate(order(orderId).path)}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className={style.page}>
      <div className={style.tools}>
        <a
          className="lone-link"
          href={as === 'admin' ? routes.adminOrder(orderId) : routes.userOrders()}
        >
          {back}
        </a>
        <Button onClick={() => print()}>Print</Button>
      </div>
      <Invoice order={body.order} />
    </div>
  );
}
