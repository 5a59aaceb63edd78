import { limits } from '#shared/domain/limits.ts';
import { paymentMethodForm, type PaymentMethod } from '#shared/schemas/payment-methods.ts';
import { useController } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { CountryChoice } from '../../forms/CountryChoice.tsx';
import { Form } from '../../forms/Form.tsx';
import { saveMethod } from './payments.ts';

interface MethodFormProps {
  readonly method: PaymentMethod;
  readonly onDone: () => void;
}

const dayHints = {
  transfer: 'For how long the pieces are held while the money is on its way.',
  on_delivery: 'Within how many days after the order it is to be paid.',
} as const;

/** The countries of a way to pay, and for how long an order waits for its money. */
export function MethodForm({ method, onDone }: MethodFormProps) {
  const { name, kind, countries, days } = method;
  const form = useForm({
    schema: paymentMethodForm,
    values: { countries, days: String(days) },
    save: (values) => saveMethod(name, values),
    onSaved: onDone,
  });
  const { field } = useController({ control: form.control, name: 'countries' });
  return (
    <Form form={form} submit="Update">
      {kind !== 'page' && (
        <Field
          label="Days"
          {...form.field('days')}
          type="number"
          inputMode="numeric"
          min="1"
          max={limits.paymentDays}
          step="1"
          hint={dayHints[kind]}
        />
      )}
      <CountryChoice
        none="None selected: offered for deliveries to all countries."
        chosen={field.value ?? []}
        choose={field.onChange}
        error={form.errorOf('countries')}
      />
    </Form>
  );
}
