import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { receivedReturn, type OrderReturn } from '#shared/schemas/returns.ts';
import { Field } from '../../ui/Field.tsx';
import { nameOfLine } from '../../ui/line-choice.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { changeReturn } from './returns.ts';

interface ReceiveFormProps {
  readonly order: AdminOrder;
  readonly back: OrderReturn;
  readonly onDone: () => void;
}

/** Records what arrived of a return, and what is restocked. */
export function ReceiveForm({ order, back, onDone }: ReceiveFormProps) {
  const names = new Map(order.products.map((it) => [it._id, nameOfLine(it)]));
  const form = useForm({
    schema: receivedReturn,
    values: {
      status: 'received',
      lines: back.lines.map(({ line, quantity }) => ({
        ...{ line, received: quantity, restocked: quantity },
      })),
    },
    save: (received) => changeReturn(back._id, received),
    onSaved: onDone,
  });
  const number = { type: 'number', inputMode: 'numeric', min: 0 } as const;
  return (
    <Form form={form} submit="Receive">
      {back.lines.map(({ line, quantity }, i) => (
        <fieldset key={line} className="receive">
          <legend>{names.get(line)}</legend>
          <Field
            label="Arrived"
            {...form.field(`lines.${i}.received`, { valueAsNumber: true })}
            {...number}
            max={quantity}
            hint={`Of ${quantity}`}
          />
          <Field
            label="Restock"
            {...form.field(`lines.${i}.restocked`, { valueAsNumber: true })}
            {...number}
            max={quantity}
            hint="The rest is written off"
          />
        </fieldset>
      ))}
    </Form>
  );
}
