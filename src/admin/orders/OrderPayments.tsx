import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import type { AdminOrder, PaymentAttempt } from '#shared/schemas/admin-orders.ts';
import { Fragment, useId, useState } from 'react';
import { checkPayment, order as resourceOf } from '../../api/admin-orders.ts';
import { revalidate } from '../../api/query.ts';
import { toastError, toastInfo, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { nameOfLine } from '../../ui/line-choice.ts';
import { Modal } from '../../ui/Modal.tsx';
import { RefundForm } from '../forms/lazy.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import { attemptLabel, refundLabel } from './payment-labels.ts';
import { isRefundable } from './refunds.ts';
import './order-payments.css';

/** The payment attempts and refunds of an order, and a button that checks them with the provider. */
export function OrderPayments({ order }: { readonly order: AdminOrder }) {
  const [chosen, setChosen] = useState<PaymentAttempt | null>(null);
  const lines = new Map(order.products.map((it) => [it._id, nameOfLine(it)]));
  const about = useId();
  const close = () => setChosen(null);

  async function ask(): Promise<void> {
    const reply = await checkPayment(order._id);
    if (!reply.ok) toastError(reply.message, undefined, 'check');
    else if (reply.outcome === 'paid') toastSuccess(reply.message, undefined, 'check');
    else toastInfo(reply.message);
    revalidate(resourceOf(order._id).path);
  }

  return (
    <Section title="Payments">
      {order.attempts.length === 0 && (
        <p>
          {order.status === 'Pending' ? messages.orders.notBegun : messages.orders.noCardPayment}
        </p>
      )}
      <ul className="payment-list">
        {order.attempts.map((attempt) => (
          <li key={attempt.reference} className="list-row">
            <div className="two-lines">
              <span>
                {formatPrice(attempt.paid ?? attempt.amount, attempt.currency)} ·{' '}
                {attemptLabel(attempt)}
              </span>
              {attempt.refunds.map((refund) => (
                <Fragment key={refund._id}>
                  <span>
                    {formatPrice(refund.amount, refund.currency)} · {refundLabel(refund)}
                  </span>
                  {refund.lines.map(({ line, quantity }) => (
                    <small key={line}>
                      {quantity} × {lines.get(line)}
                    </small>
                  ))}
                </Fragment>
              ))}
              <small>
                {attempt.provider && `${attempt.provider}, `}
                <RelativeTime iso={attempt.createdAt} />,{' '}
                <span className="code">{attempt.reference}</span>
              </small>
            </div>
            {isRefundable(order, attempt) && (
              <Button look="quiet" className="button--small" onClick={() => setChosen(attempt)}>
                Refund
              </Button>
            )}
          </li>
        ))}
      </ul>
      {order.attempts.some((it) => it.kind === 'page') && (
        <div className="payment-check">
          <Button look="quiet" className="button--small" aria-describedby={about} onClick={ask}>
            Check payment
          </Button>
          <p id={about}>Asks the payment provider whether this order was paid or refunded.</p>
        </div>
      )}
      <Modal title={`Refund to ${order.user.firstname}`} open={chosen !== null} onClose={close}>
        {chosen && <RefundForm order={order} payment={chosen} onDone={close} />}
      </Modal>
    </Section>
  );
}
