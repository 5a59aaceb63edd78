import { productBulk } from '#shared/schemas/products.ts';
import { Select } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { PolicyOptions } from '../stock/PolicyOptions.tsx';
import { AvailabilityOptions, CategoryOptions } from './ProductFields.tsx';
import { changeProducts } from './products.ts';

interface BulkFormProps {
  readonly action: 'availability' | 'category' | 'policy';
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** The form of a bulk change of products. */
export function BulkForm({ action, ids, onDone }: BulkFormProps) {
  const form = useForm({
    schema: productBulk,
    values: {
      action,
      ids: [...ids],
      ...(action === 'availability' && { availability: 'InStock' }),
      ...(action === 'policy' && { policy: 'deny' }),
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
          hint="Does not change products whose stock is tracked: their availability depends on their stock."
        >
          <AvailabilityOptions />
        </Select>
      )}
      {action === 'policy' && (
        <Select
          label="Policy"
          hint="Applies to all sizes and colors. With “No sale without stock”, those without stock are sold out immediately."
          {...form.field('policy')}
        >
          <PolicyOptions />
        </Select>
      )}
      {action === 'category' && (
        <Select label="Select Category" {...form.field('categoryId')}>
          <option value="">Select Category</option>
          <CategoryOptions own={null} />
        </Select>
      )}
    </Form>
  );
}
