import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

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
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { title, question, consequence, onYes, onClose } = props;
  return (
    <Modal title={title ?? ''} open={title !== null} onClose={onClose}>
      <p>{question}</p>
      {consequence && <p>{consequence}</p>}
      <div className="modal__actions">
        <Button
          look="danger"
          onClick={async () => {
            if (await onYes()) onClose();
          }}
        >
          Yes
        </Button>
        <Button look="quiet" onClick={onClose}>
          No
        </Button>
      </div>
    </Modal>
  );
}
