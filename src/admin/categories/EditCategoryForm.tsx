import type { Category } from '#shared/schemas/categories.ts';
import { Field } from '../../ui/Field.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { textOf, useSubmit } from '../forms/use-submit.ts';
import { renameCategory } from './categories.ts';

interface EditCategoryFormProps {
  readonly category: Category;
  readonly onDone: () => void;
}

export function EditCategoryForm({ category, onDone }: EditCategoryFormProps) {
  const { busy, errorOf, onSubmit } = useSubmit(
    (form) => renameCategory(category._id, textOf(form, 'name')),
    onDone,
  );
  return (
    <form className="form" onSubmit={onSubmit}>
      <Field
        label="Category name"
        name="name"
        placeholder="Edit Name"
        defaultValue={category.name}
        autoComplete="off"
        error={errorOf('name')}
      />
      <SaveButton label="Update" busy={busy} />
    </form>
  );
}
