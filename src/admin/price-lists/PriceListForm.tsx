import { priceListInput, type PriceList } from '#shared/schemas/price-lists.ts';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { createPriceList, updatePriceList } from './price-lists.ts';

interface PriceListFormProps {
  /** Null for a new one. */
  readonly priceList: PriceList | null;
  readonly onDone: () => void;
}

/** Name and percentage of a price list. */
export function PriceListForm({ priceList, onDone }: PriceListFormProps) {
  const form = useForm({
    schema: priceListInput,
    values: { name: priceList?.name ?? '', percent: String(priceList?.percent ?? 0) },
    save: (values, _, changes) =>
      priceList ? updatePriceList(priceList._id, changes) : createPriceList(values),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={priceList ? 'Update' : 'Add'}>
      <Field
        label="Name"
        {...form.field('name')}
        maxLength={100}
        autoComplete="off"
        hint="Shown to companies that use this list."
      />
      <Field
        label="Percent off"
        {...form.field('percent')}
        type="number"
        inputMode="decimal"
        min="0"
        max="100"
        step="0.01"
        hint="Discount on the shop price of every product that has no price in this list"
      />
    </Form>
  );
}
