import {
  shippingMethodInput,
  type ShippingMethod,
  type ShippingZone,
} from '#shared/schemas/shipping.ts';
import { limits } from '#shared/domain/limits.ts';
import { X } from 'lucide-react';
import { useController } from 'react-hook-form';
import { amountInput } from '../forms/amount-input.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { addMethod, changeMethod } from './shipping.ts';
import './shipping-forms.css';

interface ShippingMethodFormProps {
  readonly zone: ShippingZone;
  /** Null for a new one. */
  readonly method: ShippingMethod | null;
  readonly onDone: () => void;
}

interface Band {
  readonly over: string | number;
  readonly price: string | number;
}

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
    save: (values, _, changes) =>
      method ? changeMethod(method._id, changes) : addMethod(zone._id, values),
    onSaved: onDone,
  });
  const { field: bands } = useController({ control: form.control, name: 'weightBands' });
  const rows: readonly Band[] = bands.value ?? [];
  const setRow = (at: number, row: Partial<Band>) =>
    bands.onChange(rows.map((it, place) => (place === at ? { ...it, ...row } : it)));
  const { field } = form;
  return (
    <Form form={form} submit={method ? 'Update' : 'Add'} className="fields">
      <Field
        label="Name"
        {...field('name')}
        maxLength={100}
        autoComplete="off"
        hint="Shown to shoppers, for example Standard."
      />
      <Field label="Price ($)" {...field('price')} {...amountInput()} className="fields__third" />
      <Field
        label="Free from ($)"
        {...field('freeFrom')}
        {...amountInput()}
        className="fields__most"
        hint="Subtotal after discounts, before tax is taken off for companies that pay none. Leave empty if shipping is never free."
      />
      <fieldset className="weight-bands">
        <legend className="field__label">Prices of heavier orders</legend>
        {rows.map(({ over, price }, i) => (
          <div className="weight-band" key={i}>
            <Field
              label="Over (g)"
              name={`weightBands.${i}.over`}
              {...whole}
              required
              value={over}
              error={form.errorOf(`weightBands.${i}.over`)}
              onChange={({ currentTarget }) => setRow(i, { over: currentTarget.value })}
            />
            <Field
              label="Price ($)"
              name={`weightBands.${i}.price`}
              {...amountInput()}
              required
              value={price}
              error={form.errorOf(`weightBands.${i}.price`)}
              onChange={({ currentTarget }) => setRow(i, { price: currentTarget.value })}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove heavier price ${i + 1}`}
              onClick={() => bands.onChange(rows.filter((_, place) => place !== i))}
            >
              <X aria-hidden size={16} />
            </button>
          </div>
        ))}
        {rows.length < limits.shipping.bands && (
          <Button look="link" onClick={() => bands.onChange([...rows, { over: '', price: '' }])}>
            Add a price by weight
          </Button>
        )}
      </fieldset>
      <Field
        label="Maximum weight (g)"
        {...field('maxWeight')}
        {...whole}
        className="fields__third"
        hint="Leave empty for no limit."
      />
      <Field label="Days from" {...field('daysFrom')} {...whole} className="fields__third" />
      <Field
        label="Days to"
        {...field('daysTo')}
        {...whole}
        className="fields__third"
        hint="Leave empty to show no delivery time."
      />
      <Field
        label="Position"
        {...field('position')}
        {...whole}
        className="fields__third"
        hint="Order among methods with the same price."
      />
    </Form>
  );
}
