import { messages } from '#shared/messages.ts';
import { useEffect, useState } from 'react';
import type { Order } from '#shared/schemas/orders.ts';
import { fetchOrder } from '../api/admin-orders.ts';
import { fetchUserOrder } from '../api/orders.ts';
import { routes } from '../routes.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { Invoice } from './Invoice.tsx';

interface InvoicePageProps {
  readonly orderId: string;
  /** Whose sign-in it is read with. */
  readonly as: 'user' | 'admin';
}

type State =
  { kind: 'loading' } | { kind: 'failed'; message: string } | { kind: 'shown'; order: Order };

/** The invoice of an order with a button that prints it; the button is not printed. */
export function InvoicePage({ orderId, as }: InvoicePageProps) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    let here = true;
    const asked = as === 'admin' ? fetchOrder(orderId) : fetchUserOrder(orderId);
    void asked.then((reply) => {
      if (!here) return;
      if (reply.ok) setState({ kind: 'shown', order: reply.order });
      else if (reply.status === 401) {
        location.replace(
          as === 'admin'
            ? routes.adminLogin(location.pathname)
            : routes.userLogin(location.pathname),
        );
      } else {
        const message = reply.status === 404 ? messages.orders.unknown : reply.message;
        setState({ kind: 'failed', message });
      }
    });
    return () => {
      here = false;
    };
  }, [as, orderId, turn]);

  if (state.kind === 'loading') return <Spinner />;
  if (state.kind === 'failed') {
    return (
      <div className="invoice-page">
        <h1>Invoice</h1>
        <p>{state.message}</p>
        <button
          type="button"
          className="button button--quiet"
          onClick={() => setTurn((it) => it + 1)}
        >
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="invoice-page">
      <div className="invoice-page__tools">
        <a href={as === 'admin' ? routes.adminOrder(orderId) : routes.userOrders()}>
          {as === 'admin' ? 'Back to the order' : 'Back to your orders'}
        </a>
        <button type="button" className="button" onClick={() => print()}>
          Print
        </button>
      </div>
      <Invoice order={state.order} />
    </div>
  );
}
