import { Confirm } from '../../ui/Confirm.tsx';

interface ConfirmDeleteProps {
  /** Names the record; null while the dialog is closed. */
  readonly title: string | null;
  readonly question: string;
  /** Side effects of the deletion; '' if none. */
  readonly consequence?: string | undefined;
  /** Resolves with whether the record was deleted. */
  readonly onYes: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** Confirms a deletion; stays open if it fails. */
export function ConfirmDelete({ title, onYes, onClose, ...texts }: ConfirmDeleteProps) {
  return (
    <Confirm
      {...texts}
      title={title ?? ''}
      open={title !== null}
      onYes={async () => {
        if (await onYes()) onClose();
      }}
      onClose={onClose}
    />
  );
}
