import { productBulk } from '#shared/schemas/products.ts';
import { Select } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { AvailabilityOptions, CategoryOptions } from './ProductFields.tsx';
import { changeProducts } from './products.ts';

interface BulkFormProps {
  readonly action: 'availability' | 'category';
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** What is to be changed about several products at once. */
export function BulkForm({ action, ids, onDone }: BulkFormProps) {
  const form = useForm({
    schema: productBulk,
    values: {
      action,
      ids: [...ids],
      ...(action === 'availability' && { availability: 'InStock' }),
    },
    save: changeProducts,
    onSaved: onDone,
  });
  return (
    <Form form={form} submit="Update">
      {action === 'availability' && (
        <Select
          label="Availability"
          {...form.field('availability')}
          hint="Where stock is counted, the availability comes from the stock and stays."
        >
          <AvailabilityOptions />
        </Select>
      )}
      {action === 'category' && (
        <Select label="Select Category" {...form.field('categoryId')} required>
          <option value="">Select Category</option>
          <CategoryOptions own={null} />
        </Select>
      )}
    </Form>
  );
}
