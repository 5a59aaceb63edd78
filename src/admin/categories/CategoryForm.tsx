import { categoryInput, type Category } from '#shared/schemas/categories.ts';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { addCategory, renameCategory } from './categories.ts';

interface CategoryFormProps {
  /** Null for a new one. */
  readonly category: Category | null;
  readonly onDone: () => void;
}

export function CategoryForm({ category, onDone }: CategoryFormProps) {
  const form = useForm({
    schema: categoryInput,
    values: { name: category?.name ?? '' },
    save: ({ name }) => (category ? renameCategory(category._id, name) : addCategory(name)),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={category ? 'Update' : 'Add'}>
      <Field
        label="Category name"
        {...form.field('name')}
        placeholder={category ? 'Edit Name' : 'New Category'}
        autoComplete="off"
      />
    </Form>
  );
}
