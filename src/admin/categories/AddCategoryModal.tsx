import { Field } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { textOf, useSubmit } from '../forms/use-submit.ts';
import { addCategory } from './categories.ts';

interface AddCategoryModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function AddCategoryModal({ open, onClose }: AddCategoryModalProps) {
  return (
    <Modal title="Add Category" open={open} onClose={onClose}>
      <AddCategoryForm onDone={onClose} />
    </Modal>
  );
}

function AddCategoryForm({ onDone }: { readonly onDone: () => void }) {
  const { busy, errorOf, onSubmit } = useSubmit(
    (form) => addCategory(textOf(form, 'name')),
    onDone,
  );
  return (
    <form className="form" onSubmit={onSubmit}>
      <Field
        label="Category name"
        name="name"
        placeholder="New Category"
        autoComplete="off"
        error={errorOf('name')}
      />
      <SaveButton label="Add" busy={busy} />
    </form>
  );
}
