import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { parcelInput } from '#shared/schemas/parcels.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { nameOfLine } from '../../ui/line-choice.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { leftToPack, packOrder } from './parcels.ts';
import { TrackingFields } from './TrackingFields.tsx';

interface PackFormProps {
  readonly order: AdminOrder;
  readonly onDone: () => void;
}

/** Packs all or some of what is left of an order. */
export function PackForm({ order, onDone }: PackFormProps) {
  const left = leftToPack(order);
  const lines = order.products.filter((it) => (left.get(it._id) ?? 0) > 0);
  const form = useForm({
    schema: parcelInput,
    values: {
      lines: lines.map(({ _id }) => ({ line: _id, quantity: left.get(_id) ?? 0 })),
      ...{ carrier: '', trackingNumber: '', trackingUrl: '', send: false },
    },
    save: (parcel) => packOrder(order._id, parcel),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit="Pack">
      {lines.map((line, i) => (
        <Field
          key={line._id}
          label={nameOfLine(line)}
          {...form.field(`lines.${i}.quantity`, { valueAsNumber: true })}
          type="number"
          min={0}
          max={left.get(line._id)}
          hint={`${left.get(line._id)} to pack`}
        />
      ))}
      <TrackingFields field={form.field} />
      <Check label="Sent already" {...form.register('send')} />
    </Form>
  );
}
