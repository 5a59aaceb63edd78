import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { markPaidInput } from '#shared/schemas/terms.ts';
import { termsMessages } from '#shared/terms-messages.ts';
import { markPaid } from '../../api/admin-terms.ts';
import { Field } from '../../ui/Field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useForm } from '../../ui/use-form.ts';
import { change } from '../changes.ts';
import { Form } from '../forms/Form.tsx';

interface MarkPaidFormProps {
  readonly order: AdminOrder;
  readonly onDone: () => void;
}

/** The reference of the transfer. */
export function MarkPaidForm({ order, onDone }: MarkPaidFormProps) {
  const form = useForm({
    schema: markPaidInput,
    values: { note: '' },
    save: (body) =>
      change(markPaid(order._id, body), ['/orders', '/dashboard'], {
        done: termsMessages.markedPaid,
        failed: ({ message }) => message,
      }),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={`${formatMoney(order.totalPrice, order.currency)} has arrived`}>
      <Field
        label="Note"
        {...form.field('note')}
        autoComplete="off"
        hint="For example the reference on the bank statement"
      />
    </Form>
  );
}
