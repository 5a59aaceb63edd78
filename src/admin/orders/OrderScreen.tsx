import { messages } from '#shared/messages.ts';
import type { OrderDetails as Shown } from '#shared/schemas/admin-orders.ts';
import { useCallback, useEffect, useState } from 'react';
import { checkPayment, deleteOrder, fetchOrder } from '../../api/admin-orders.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError, toastInfo, toastSuccess } from '../../stores/toasts.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { ListNotice } from '../listing/ListNotice.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderPayments } from './OrderPayments.tsx';
import { OrderTable } from './OrderTable.tsx';

/** One order with its lines, payments, customer and history. */
export function OrderScreen({ id }: { readonly id: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [state, setState] = useState({ loading: true, failed: false });

  const load = useCallback(async (): Promise<void> => {
    const reply = await fetchOrder(id);
    if (reply.ok) setShown(reply);
    setState({ loading: false, failed: !reply.ok && reply.status !== 404 });
  }, [id]);

  useEffect(() => {
    void load();
  }, [load]);

  return (
    <>
      <a className="back-link" href={routes.orders()}>
        Orders
      </a>
      {shown ? (
        <OrderDetails {...shown} reload={load} />
      ) : (
        <>
          <ScreenHead title="Order" />
          <ListNotice list={state} empty={messages.orders.unknown} reload={load} />
        </>
      )}
    </>
  );
}

function OrderDetails({ reload, ...shown }: Shown & { readonly reload: () => Promise<void> }) {
  const { order } = shown;
  const [asking, setAsking] = useState(false);
  const [doomed, setDoomed] = useState(false);

  async function ask(): Promise<void> {
    setAsking(true);
    const reply = await checkPayment(order._id);
    setAsking(false);
    if (!reply.ok) toastError(reply.message);
    else if (reply.outcome === 'paid') toastSuccess(reply.message);
    else toastInfo(reply.message);
    await reload();
  }

  async function remove(): Promise<boolean> {
    const reply = await deleteOrder(order._id);
    if (reply.ok) {
      const undo = { ids: reply.undo, label: 'Undo' };
      moveWithToast(routes.orders(), 'success', messages.orders.removed, undo);
    } else toastError(messages.orders.removeFailed);
    return reply.ok;
  }

  return (
    <>
      <ScreenHead title={`Order of ${order.user.firstname} ${order.user.lastname}`}>
        {order.attempts.length > 0 && (
          <button
            type="button"
            className="button button--quiet"
            aria-busy={asking}
            onClick={() => {
              if (!asking) void ask();
            }}
          >
            Ask the provider
          </button>
        )}
        <a className="button button--quiet" href={routes.adminInvoice(order._id)}>
          Invoice
        </a>
        <button
          type="button"
          className="link-button link-button--danger"
          onClick={() => setDoomed(true)}
        >
          Delete
        </button>
      </ScreenHead>
      <div className="product-detail">
        <div className="product-detail__main">
          <OrderTable order={order} />
          <OrderPayments order={order} reload={reload} />
          <OrderHistory {...shown} />
        </div>
        <OrderFacts order={order} />
      </div>
      <ConfirmDelete
        title={doomed ? `Delete the order of ${order.user.firstname}` : null}
        question={messages.orders.confirmDelete}
        onYes={remove}
        onClose={() => setDoomed(false)}
      />
    </>
  );
}
