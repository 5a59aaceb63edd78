import { Button } from '../../ui/Button.tsx';
interface RowActionsProps {
  /** Describes the buttons to those who do not see the row. */
  readonly describedBy?: string;
  readonly onEdit?: (() => void) | undefined;
  readonly onDelete?: (() => void) | undefined;
}

export function RowActions({ describedBy, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      {onEdit && (
        <Button look="link" aria-describedby={describedBy} onClick={onEdit}>
          Edit
        </Button>
      )}
      {onDelete && (
        <Button look="danger-link" aria-describedby={describedBy} onClick={onDelete}>
          Delete
        </Button>
      )}
    </>
  );
}
