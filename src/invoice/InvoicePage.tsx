import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { order as adminOrder } from '../api/admin-orders.ts';
import { invoices } from '../api/invoices.ts';
import { linkedInvoices } from '../api/linked-orders.ts';
import { userOrder } from '../api/orders.ts';
import { query, revalidate } from '../api/query.ts';
import { routes } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { CreditNote, Invoice } from './Invoice.tsx';
import style from './InvoicePage.module.css';

interface InvoicePageProps {
  /** Of a `link`, its token. */
  readonly orderId: string;
  /** Whose session loads it, or the link in an email to a guest. */
  readonly as: 'user' | 'admin' | 'link';
}

const readers = {
  user: {
    order: userOrder,
    papersOf: (id: string) => invoices(id, 'user'),
    login: routes.userLogin,
    back: routes.userOrderDetails,
  },
  admin: {
    order: adminOrder,
    papersOf: (id: string) => invoices(id, 'admin'),
    login: routes.adminLogin,
    back: routes.adminOrder,
  },
  link: {
    order: linkedInvoices,
    papersOf: linkedInvoices,
    login: routes.userLogin,
    back: routes.linkedOrder,
  },
};

/** The invoice of an order, or the credit note named in the URL, with a print button that is not printed. */
export function InvoicePage({ orderId, as }: InvoicePageProps) {
  const { order, papersOf, login, back } = readers[as];
  const [$order] = useState(() => query(order(orderId)));
  const [$papers] = useState(() => query(papersOf(orderId)));
  const ordered = useStore($order);
  const listed = useStore($papers);
  const failure = ordered.failure ?? listed.failure;
  const busy = ordered.busy || listed.busy;
  const body = ordered.body && listed.body && { ...ordered.body, ...listed.body };
  const signedOut = failure?.status === 401;
  useEffect(() => {
    if (signedOut) location.replace(login(location.pathname + location.search));
  }, [signedOut, login]);

  if (!body && (busy || !failure || signedOut)) return <Spinner />;
  if (!body) {
    return (
      <div className={style.page}>
        <h1>Invoice</h1>
        <p role="alert">{failure?.status === 404 ? messages.orders.unknown : failure?.message}</p>
        <Button
          look="quiet"
          onClick={() => revalidate(order(orderId).path, papersOf(orderId).path)}
        >
          Try again
        </Button>
      </div>
    );
  }
  const papers = body.invoices;
  const wanted = new URLSearchParams(location.search).get('credit-note');
  const note = papers.find((it) => it._id === wanted && it.kind === 'credit_note');
  return (
    <div className={style.page}>
      <div className={style.tools}>
        <a className="lone-link" href={back(orderId)}>
          Back to the order
        </a>
        <Button onClick={() => print()}>Print</Button>
      </div>
      {note ? (
        <CreditNote order={body.order} papers={papers} paper={note} />
      ) : (
        <Invoice order={body.order} papers={papers} />
      )}
    </div>
  );
}
