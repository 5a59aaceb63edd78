import { taxRateInput, type TaxRate, type Taxes } from '#shared/schemas/taxes.ts';
import { Field, Select } from '../../../ui/Field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Form } from '../../forms/Form.tsx';
import { saveRate } from './taxes.ts';

interface TaxRateFormProps {
  /** Null for a new one; only the percentage of an existing one can change. */
  readonly rate: TaxRate | null;
  readonly countries: Taxes['countries'];
  readonly onDone: () => void;
}

export function TaxRateForm({ rate, countries, onDone }: TaxRateFormProps) {
  const form = useForm({
    schema: taxRateInput,
    values: {
      country: rate?.country ?? '',
      class: rate?.class ?? 'standard',
      rate: rate?.rate ?? '',
    },
    save: (values) => saveRate(rate?._id ?? null, values),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={rate ? 'Save' : 'Add'}>
      {!rate && (
        <>
          <Select label="Country" {...form.field('country')}>
            <option value="">All other countries</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <Select label="Class" {...form.field('class')}>
            <option value="standard">Standard</option>
            <option value="reduced">Reduced</option>
            <option value="zero">Zero</option>
          </Select>
        </>
      )}
      <Field
        label="Rate in percent"
        {...form.field('rate')}
        inputMode="decimal"
        autoComplete="off"
        hint="Existing orders keep their rate."
      />
    </Form>
  );
}
