import { broughtMoney } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import type { AdminOrder, PaymentAttempt } from '#shared/schemas/admin-orders.ts';
import { useState } from 'react';
import { refundPayment } from '../../api/admin-orders.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { attemptWords, refundWords } from './payment-words.ts';

interface OrderPaymentsProps {
  readonly order: AdminOrder;
  readonly reload: () => Promise<void>;
}

const inCurrency = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/** A payment that came and is not on its way back. */
function canBeRefunded(attempt: PaymentAttempt): boolean {
  return (
    broughtMoney(attempt) &&
    attempt.amount > 0 &&
    (!attempt.refund || attempt.refund.status === 'failed')
  );
}

/** Every try to pay an order, and what went back. */
export function OrderPayments({ order, reload }: OrderPaymentsProps) {
  const [chosen, setChosen] = useState<PaymentAttempt | null>(null);

  async function giveBack(): Promise<boolean> {
    if (!chosen) return false;
    const reply = await refundPayment(order._id, chosen.reference);
    if (reply.ok) toastSuccess(reply.message);
    else toastError(reply.message);
    void reload();
    return reply.ok;
  }

  return (
    <section aria-labelledby="payments-heading">
      <h2 className="section-title" id="payments-heading">
        Payments
      </h2>
      {order.attempts.length === 0 && (
        <p>
          {order.status === 'Pending' ? messages.orders.notBegun : messages.orders.noCardPayment}
        </p>
      )}
      <ul className="payment-list">
        {order.attempts.map((attempt) => (
          <li key={attempt.reference}>
            <div className="two-lines">
              <span>
                {inCurrency(attempt.amount, attempt.currency)} · {attemptWords(attempt)}
              </span>
              {attempt.refund && (
                <span>
                  {inCurrency(attempt.refund.amount, attempt.refund.currency)} ·{' '}
                  {refundWords(attempt.refund)}
                </span>
              )}
              <small>
                <RelativeTime iso={attempt.createdAt} />,{' '}
                <span className="code">{attempt.reference}</span>
              </small>
            </div>
            {canBeRefunded(attempt) && (
              <button
                type="button"
                className="button button--quiet button--small"
                onClick={() => setChosen(attempt)}
              >
                Refund
              </button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDelete
        title={
          chosen &&
          `Give ${inCurrency(chosen.amount, chosen.currency)} back to ${order.user.firstname}`
        }
        question={messages.orders.confirmRefund}
        onYes={giveBack}
        onClose={() => setChosen(null)}
      />
    </section>
  );
}
