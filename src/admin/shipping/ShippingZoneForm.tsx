import { shippingZoneInput, type ShippingZone } from '#shared/schemas/shipping.ts';
import { useController } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { CountryChoice } from '../forms/CountryChoice.tsx';
import { Form } from '../forms/Form.tsx';
import { addZone, changeZone } from './shipping.ts';

interface ShippingZoneFormProps {
  /** Null for a new one. */
  readonly zone: ShippingZone | null;
  readonly zones: readonly ShippingZone[];
  readonly onDone: () => void;
}

export function ShippingZoneForm({ zone, zones, onDone }: ShippingZoneFormProps) {
  const form = useForm({
    schema: shippingZoneInput,
    values: { name: zone?.name ?? '', countries: zone?.countries ?? [] },
    save: (values, _, changes) => (zone ? changeZone(zone._id, changes) : addZone(values)),
    onSaved: onDone,
  });
  const { field } = useController({ control: form.control, name: 'countries' });
  const taken = new Map(
    zones
      .filter((it) => it._id !== zone?._id)
      .flatMap((it) => it.countries.map((code) => [code, it.name] as const)),
  );
  return (
    <Form form={form} submit={zone ? 'Update' : 'Add'}>
      <Field
        label="Name"
        {...form.field('name')}
        maxLength={100}
        autoComplete="off"
        hint="Not shown to shoppers."
      />
      <CountryChoice
        none="None selected: this zone covers everywhere else."
        taken={taken}
        chosen={field.value ?? []}
        choose={field.onChange}
        error={form.errorOf('countries')}
      />
    </Form>
  );
}
