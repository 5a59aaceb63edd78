import { reasonLabels } from '#shared/domain/return-reason.ts';
import { isExchanged } from '#shared/domain/exchange.ts';
import { returnLabels } from '#shared/domain/return-status.ts';
import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { isToSend } from '#shared/domain/order-status.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import type { OrderReturn, ReturnExchange } from '#shared/schemas/returns.ts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { formatDate } from '../../ui/format.ts';
import { choiceOf, nameOfLine } from '../../ui/line-choice.ts';
import { Modal } from '../../ui/Modal.tsx';
import { routes } from '../../routes.ts';
import { RefundForm, lazy } from '../forms/lazy.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import { isRefundable } from '../orders/refunds.ts';
import './order-returns.css';

const ReceiveForm = lazy('form', async () => (await import('./ReceiveForm.tsx')).ReceiveForm);

const AnswerReturnForm = lazy(
  'form',
  async () => (await import('./AnswerReturnForm.tsx')).AnswerReturnForm,
);

/** The returns of an order, each with its next actions. */
export function OrderReturns({ order }: { readonly order: AdminOrder }) {
  if (order.returns.length === 0) return null;
  return (
    <Section title="Returns">
      <ul>
        {order.returns.map((back, i) => (
          <ReturnItem key={back._id} back={back} name={`Return ${i + 1}`} order={order} />
        ))}
      </ul>
    </Section>
  );
}

type Step = 'approved' | 'refused' | 'received' | 'refunded';

const nextSteps: Readonly<Record<OrderReturn['status'], readonly Step[]>> = {
  requested: ['approved', 'refused'],
  approved: ['received', 'refused'],
  refused: [],
  received: ['refunded'],
  refunded: [],
};
const verbs = {
  approved: 'Approve',
  refused: 'Refuse',
  received: 'Receive',
  refunded: 'Refund',
} as const;

interface ReturnItemProps {
  readonly back: OrderReturn;
  readonly name: string;
  readonly order: AdminOrder;
}

function ReturnItem({ back, name, order }: ReturnItemProps) {
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  const names = new Map(order.products.map((it) => [it._id, nameOfLine(it)]));
  const payment = order.attempts.find((it) => it.status === 'paid' && isRefundable(order, it));
  const { exchange } = back;
  // What is exchanged is refunded once its difference is paid, or it has ended.
  const isWaiting = exchange?.status === 'Pending';
  const steps = nextSteps[back.status].filter((it) => it !== 'refunded' || (payment && !isWaiting));
  const arrived = back.receivedAt !== null;
  return (
    <li className="list-row">
      <div className="two-lines return__words">
        <span>
          <strong>{name}</strong> ·{' '}
          {back.status === 'refunded' && isExchanged(exchange)
            ? 'Exchanged'
            : returnLabels[back.status]}{' '}
          <RelativeTime
            iso={back.refundedAt ?? back.receivedAt ?? back.answeredAt ?? back.requestedAt}
          />
        </span>
        {back.lines.map(({ line, quantity, received, restocked }) => (
          <small key={line}>
            {quantity} × {names.get(line)}
            {arrived && `, ${received} arrived, ${restocked} back in stock`}
          </small>
        ))}
        {exchange && <ExchangeFacts back={back} exchange={exchange} />}
        {back.reasonKind && <span>Reason: {reasonLabels[back.reasonKind]}</span>}
        {back.reason && <span>“{back.reason}”</span>}
        {back.note && <small>Our answer: {back.note}</small>}
      </div>
      <div className="list-row__actions">
        {steps.map((it) => (
          <Button
            key={it}
            look={it === 'refused' ? 'link' : 'quiet'}
            className={it === 'refused' ? '' : 'button--small'}
            aria-label={`${verbs[it]} ${name}`}
            onClick={() => setStep(it)}
          >
            {verbs[it]}
          </Button>
        ))}
      </div>
      <Modal title={step ? `${verbs[step]} ${name}` : ''} open={step !== null} onClose={close}>
        {(step === 'approved' || step === 'refused') && (
          <AnswerReturnForm back={back} status={step} onDone={close} />
        )}
        {step === 'received' && <ReceiveForm order={order} back={back} onDone={close} />}
        {step === 'refunded' && payment && (
          <RefundForm order={order} payment={payment} back={back} onDone={close} />
        )}
      </Modal>
    </li>
  );
}

interface ExchangeFactsProps {
  readonly back: OrderReturn;
  readonly exchange: ReturnExchange;
}

/** What replaces the pieces of a return, and what it waits for. */
function ExchangeFacts({ back, exchange }: ExchangeFactsProps) {
  const { order, number, status, fulfilment, total, payable, lines } = exchange;
  const until = back.exchangeUntil ? ` until ${formatDate(back.exchangeUntil)}` : '';
  const cheaper = lines.reduce((sum, it) => sum + it.cheaperBy, 0);
  const waits = payable ? `waits for ${formatPrice(total)}${until}` : `held${until}`;
  const state = isToSend({ status }) ? fulfilmentLabels[fulfilment] : status;
  return (
    <span>
      In exchange for {lines.map((it) => `${it.quantity} × ${choiceOf(it)}`).join('; ')}:{' '}
      <a href={routes.adminOrder(order)}>{number}</a>, {status === 'Pending' ? waits : state}
      {total > 0 && !payable && `, costs ${formatPrice(total)} more`}
      {cheaper > 0 && `, ${formatPrice(cheaper)} to refund`}
    </span>
  );
}
