interface RowActionsProps {
  /** Describes the buttons to those who do not see the row. */
  readonly describedBy?: string;
  readonly onEdit?: () => void;
  readonly onDelete: () => void;
}

export function RowActions({ describedBy, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      {onEdit && (
        <button
          type="button"
          className="link-button"
          aria-describedby={describedBy}
          onClick={onEdit}
        >
          Edit
        </button>
      )}
      <button
        type="button"
        className="link-button link-button--danger"
        aria-describedby={describedBy}
        onClick={onDelete}
      >
        Delete
      </button>
    </>
  );
}
