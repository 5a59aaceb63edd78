import {
  shippingMethodInput,
  type ShippingMethod,
  type ShippingZone,
} from '#shared/schemas/shipping.ts';
import { limits } from '#shared/domain/limits.ts';
import { X } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { saveMethod } from './shipping.ts';
import './shipping-forms.css';

interface ShippingMethodFormProps {
  readonly zone: ShippingZone;
  /** Null for a new one. */
  readonly method: ShippingMethod | null;
  readonly onDone: () => void;
}

const money = { type: 'number', inputMode: 'decimal', min: '0', step: '0.01' } as const;
const whole = { type: 'number', inputMode: 'numeric', min: '0', step: '1' } as const;
const text = (value: number | null | undefined): string => String(value ?? '');

export function ShippingMethodForm({ zone, method, onDone }: ShippingMethodFormProps) {
  const form = useForm({
    schema: shippingMethodInput,
    values: {
      name: method?.name ?? '',
      price: text(method?.price),
      freeFrom: text(method?.freeFrom),
      weightBands: (method?.weightBands ?? []).map((it) => ({
        over: text(it.over),
        price: text(it.price),
      })),
      maxWeight: text(method?.maxWeight),
      daysFrom: text(method?.daysFrom),
      daysTo: text(method?.daysTo),
      position: text(method?.position ?? zone.methods.length + 1),
    },
    save: (values) => saveMethod(zone._id, method?._id ?? null, values),
    onSaved: onDone,
  });
  const bands = useFieldArray({ control: form.control, name: 'weightBands' });
  const { field } = form;
  return (
    <Form form={form} submit={method ? 'Update' : 'Add'} className="fields">
      <Field
        label="Name"
        {...field('name')}
        required
        maxLength={100}
        autoComplete="off"
        hint="What shoppers read, such as Standard."
      />
      <Field label="Price ($)" {...field('price')} {...money} required className="fields__third" />
      <Field
        label="Free from ($)"
        {...field('freeFrom')}
        {...money}
        className="fields__most"
        hint="Price of the goods after discounts; empty, it is never free."
      />
      <fieldset className="weight-bands">
        <legend className="field__label">Prices of heavier orders</legend>
        {bands.fields.map((band, i) => (
          <div className="weight-band" key={band.id}>
            <Field label="Over (g)" {...field(`weightBands.${i}.over`)} {...whole} required />
            <Field label="Price ($)" {...field(`weightBands.${i}.price`)} {...money} required />
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove heavier price ${i + 1}`}
              onClick={() => bands.remove(i)}
            >
              <X aria-hidden size={16} />
            </button>
          </div>
        ))}
        {bands.fields.length < limits.shipping.bands && (
          <Button look="link" onClick={() => bands.append({ over: '', price: '' })}>
            Add a price by weight
          </Button>
        )}
      </fieldset>
      <Field
        label="Heaviest order (g)"
        {...field('maxWeight')}
        {...whole}
        className="fields__third"
        hint="Empty: any weight."
      />
      <Field label="Days from" {...field('daysFrom')} {...whole} className="fields__third" />
      <Field
        label="Days to"
        {...field('daysTo')}
        {...whole}
        className="fields__third"
        hint="Empty: nothing is said."
      />
      <Field
        label="Place"
        {...field('position')}
        {...whole}
        className="fields__third"
        hint="Among methods of the same price."
      />
    </Form>
  );
}
