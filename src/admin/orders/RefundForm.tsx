import { isExchanged } from '#shared/domain/exchange.ts';
import { lineTotal, priceIn } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import { refundInput, type AdminOrder, type PaymentAttempt } from '#shared/schemas/admin-orders.ts';
import type { OrderReturn } from '#shared/schemas/returns.ts';
import { useRef } from 'react';
import { Check, Field } from '../../ui/Field.tsx';
import { nameOfLine } from '../../ui/line-choice.ts';
import { ask } from '../../ui/question.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { leftToPack } from '../parcels/parcels.ts';
import {
  amountOf,
  dueOfReturn,
  hasPieces,
  leftToRefund,
  linesToRefund,
  priceOfPieces,
  refund,
  shippingToRefund,
} from './refunds.ts';

interface RefundFormProps {
  readonly order: AdminOrder;
  readonly payment: PaymentAttempt;
  /** The return that is refunded: at most the pieces that arrived. */
  readonly back?: OrderReturn;
  readonly onDone: () => void;
}

/** Refunds pieces of an order and its shipping, or an amount; everything left if nothing is entered. */
export function RefundForm({ order, payment, back, onDone }: RefundFormProps) {
  const key = useRef(crypto.randomUUID());
  const left = leftToRefund(payment);
  const shipping = shippingToRefund(order, payment);
  const arrived = new Map(back?.lines.map((it) => [it.line, it.received]));
  const most = (line: AdminOrder['products'][number]) =>
    Math.min(line.quantity - line.refunded, back ? (arrived.get(line._id) ?? 0) : Infinity);
  // Pieces that are exchanged stay paid: only what is due is refunded.
  const due = back && isExchanged(back.exchange) ? dueOfReturn(order, back) : undefined;
  const lines = due === undefined ? linesToRefund(order, payment).filter((it) => most(it) > 0) : [];
  const sumOf = (wanted: Parameters<typeof amountOf>[2]) =>
    due === undefined || wanted.amount ? amountOf(order, payment, wanted) : due;
  const unpacked = leftToPack(order);
  const money = priceIn(payment.currency);
  const priceOf = (line: AdminOrder['products'][number], pieces: number) =>
    money(priceOfPieces(order, line, pieces));
  const form = useForm({
    schema: refundInput,
    values: {
      reference: payment.reference,
      lines: lines.map((it) => ({ line: it._id, quantity: back || left === 0 ? most(it) : 0 })),
      amount: '',
      shipping: false,
      notToSend: true,
      return: back?._id,
    },
    save: async ({ lines: chosen, ...wanted }) => {
      const body = hasPieces({ lines: chosen }) ? { ...wanted, lines: chosen } : wanted;
      const isSure = await ask({
        question: `Refund ${money(sumOf(body))} to ${order.user.firstname}`,
        explained: messages.orders.confirmRefund,
        yes: 'Yes',
        no: 'No',
      });
      if (!isSure) return { ok: false, issues: [] };
      const reply = await refund(order._id, body, key.current);
      const isKnown = reply.ok || (reply.status !== 0 && reply.code !== 'provider_unreachable');
      if (isKnown) key.current = crypto.randomUUID();
      return reply;
    },
    onSaved: onDone,
  });
  const [chosen, amount, withShipping] = form.watch(['lines', 'amount', 'shipping']);
  const sum = sumOf({ lines: chosen, amount, shipping: withShipping });
  const isPriced = hasPieces({ lines: chosen }) || withShipping;
  return (
    <Form form={form} submit={`Refund${sum > 0 ? ` ${money(sum)}` : ''}`}>
      {lines.map((line, i) => (
        <Field
          key={line._id}
          label={nameOfLine(line)}
          {...form.field(`lines.${i}.quantity`, { valueAsNumber: true })}
          type="number"
          min={0}
          max={most(line)}
          hint={`${most(line)} ${back ? 'arrived' : 'left'}, ${
            // If the smallest units do not divide evenly, the refunds of the pieces differ.
            priceOfPieces(order, line, most(line)) ===
            lineTotal(priceOfPieces(order, line, 1), most(line), payment.currency)
              ? `${priceOf(line, 1)} each`
              : `${priceOf(line, most(line))} in total`
          }`}
        />
      ))}
      {shipping > 0 && (
        <Check label={`Shipping, ${money(shipping)}`} {...form.register('shipping')} />
      )}
      {left > 0 && (
        <Field
          label="Amount"
          {...form.field('amount')}
          inputMode="decimal"
          autoComplete="off"
          hint={
            due !== undefined
              ? `Leave empty to refund what is due besides the exchange, ${money(due)}`
              : isPriced
                ? 'Leave empty to refund what was paid for the selection'
                : `Leave empty to refund all that is left, ${money(left)}`
          }
        />
      )}
      {order.exchange && hasPieces({ lines: chosen }) && (
        <p className="hint">
          What was paid in {order.exchange.number} for the pieces that these replace is refunded
          too.
        </p>
      )}
      {!back &&
        hasPieces({ lines: chosen }) &&
        lines.some((it) => (unpacked.get(it._id) ?? 0) > 0) && (
          <Check
            label="Do not send pieces that are not packed yet"
            {...form.register('notToSend')}
          />
        )}
    </Form>
  );
}
