import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly open: boolean;
  readonly question: string;
  /** Side effects of a yes; '' if none. */
  readonly consequence?: string | undefined;
  readonly onYes: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something that cannot simply be undone. */
export function Confirm({ title, open, question, consequence, onYes, onClose }: ConfirmProps) {
  return (
    <Modal title={title} open={open} onClose={onClose}>
      <p>{question}</p>
      {consequence && <p>{consequence}</p>}
      <div className="modal__actions">
        <Button look="danger" onClick={onYes}>
          Yes
        </Button>
        <Button look="quiet" onClick={onClose}>
          No
        </Button>
      </div>
    </Modal>
  );
}
