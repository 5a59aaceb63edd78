import { plainPrice, priceIn } from '#shared/domain/money.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { markPaidInput } from '#shared/schemas/terms.ts';
import { markPaid } from '../../api/admin-terms.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { change } from '../changes.ts';
import { Form } from '../forms/Form.tsx';

interface MarkPaidFormProps {
  readonly order: AdminOrder;
  readonly onDone: () => void;
}

/** What has arrived of what is due, and what the office notes of it. */
export function MarkPaidForm({ order, onDone }: MarkPaidFormProps) {
  const { due } = order.payment;
  const money = priceIn(order.currency);
  const form = useForm({
    schema: markPaidInput,
    values: { amount: plainPrice(due, order.currency), note: '', due },
    save: async (body) => {
      const reply = await change(markPaid(order._id, body), ['/orders', '/dashboard'], {
        failed: ({ message }) => message,
        about: 'paid',
      });
      if (reply.ok) toastSuccess(reply.message, undefined, 'paid');
      return reply;
    },
    onSaved: onDone,
  });
  const { data: amount } = markPaidInput.shape.amount.safeParse(form.watch('amount'));
  return (
    <Form form={form} submit={amount === undefined ? 'Record' : `${money(amount)} has arrived`}>
      <Field
        label="Amount"
        {...form.field('amount')}
        inputMode="decimal"
        autoComplete="off"
        hint={hintOf(amount ?? due, due, money)}
      />
      <Field
        label="Note"
        {...form.field('note')}
        autoComplete="off"
        hint="For example the reference on the bank statement"
      />
    </Form>
  );
}

/** What comes of an amount. */
function hintOf(amount: number, due: number, money: (amount: number) => string): string {
  if (amount < due) return `A part: ${money(due - amount)} will still be due`;
  if (amount > due) return `Too much: you can refund ${money(amount - due)} afterwards`;
  return `${money(due)} is due`;
}
