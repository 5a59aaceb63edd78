import { useState, type ComponentProps } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDelete } from './ConfirmDelete.tsx';

interface DeleteButtonProps extends Pick<ComponentProps<typeof Button>, 'aria-describedby'> {
  readonly label?: string;
  /** The name of the record in the title. */
  readonly name: string;
  readonly question: string;
  /** Resolves with whether it was deleted. */
  readonly remove: () => Promise<boolean>;
}

/** Deletes after confirmation. */
export function DeleteButton(props: DeleteButtonProps) {
  const { label = 'Delete', name, question, remove, ...button } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} look="danger-link" onClick={() => setOpen(true)}>
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
