import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDelete } from './ConfirmDelete.tsx';

interface DeleteButtonProps {
  readonly label?: string;
  /** What the record is called in the title. */
  readonly name: string;
  readonly question: string;
  /** Resolves with whether it was deleted. */
  readonly remove: () => Promise<boolean>;
}

/** Deletes after a question. */
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
