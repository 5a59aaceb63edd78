import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDelete } from './ConfirmDelete.tsx';

interface DeleteButtonProps {
  readonly label?: string;
  /** The name of the record in the title. */
  readonly name: string;
  readonly question: string;
  /** Resolves with whether it was deleted. */
  readonly remove: () => Promise<boolean>;
}

/** Deletes after confirmation. */
export function DeleteButton({ label = 'Delete', name, question, remove }: DeleteButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="danger-link" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDelete
        title={open ? `Delete ${name}` : null}
        question={question}
        onYes={remove}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
