import { broughtMoney } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import type { AdminOrder, PaymentAttempt } from '#shared/schemas/admin-orders.ts';
import { useState } from 'react';
import { refundPayment } from '../../api/admin-orders.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { change } from '../changes.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import { attemptLabel, refundLabel } from './payment-labels.ts';
import './order-payments.css';

/** A payment that came and is not on its way back. */
function canBeRefunded(attempt: PaymentAttempt): boolean {
  return (
    broughtMoney(attempt) &&
    attempt.amount > 0 &&
    (!attempt.refund || attempt.refund.status === 'failed')
  );
}

/** Every try to pay an order, and what went back. */
export function OrderPayments({ order }: { readonly order: AdminOrder }) {
  const [chosen, setChosen] = useState<PaymentAttempt | null>(null);

  async function refund(): Promise<boolean> {
    if (!chosen) return false;
    const reply = await change(refundPayment(order._id, chosen.reference), ['/orders'], {
      failed: ({ message }) => message,
      about: 'refund',
    });
    if (reply.ok) toastSuccess(reply.message, undefined, 'refund');
    return reply.ok;
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
          <li key={attempt.reference}>
            <div className="two-lines">
              <span>
                {formatMoney(attempt.amount, attempt.currency)} · {attemptLabel(attempt)}
              </span>
              {attempt.refund && (
                <span>
                  {formatMoney(attempt.refund.amount, attempt.refund.currency)} ·{' '}
                  {refundLabel(attempt.refund)}
                </span>
              )}
              <small>
                <RelativeTime iso={attempt.createdAt} />,{' '}
                <span className="code">{attempt.reference}</span>
              </small>
            </div>
            {canBeRefunded(attempt) && (
              <Button look="quiet" className="button--small" onClick={() => setChosen(attempt)}>
                Refund
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDelete
        title={
          chosen &&
          `Refund ${formatMoney(chosen.amount, chosen.currency)} to ${order.user.firstname}`
        }
        question={messages.orders.confirmRefund}
        onYes={refund}
        onClose={() => setChosen(null)}
      />
    </Section>
  );
}
