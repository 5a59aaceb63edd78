import { useState } from 'react';
import { Modal } from '../../ui/Modal.tsx';

interface ConfirmDeleteProps {
  /** Names the record in plain words; null while nothing is asked. */
  readonly title: string | null;
  readonly question: string;
  /** Answers whether the record is gone. */
  readonly onYes: () => Promise<boolean>;
  /** Once the question is answered, and the record gone or kept. */
  readonly onClose: () => void;
  /** Instead of `onClose` where the answer is no. */
  readonly onNo?: () => void;
}

/** Asks before something is deleted; stays open when the deletion failed. */
export function ConfirmDelete({
  title,
  question,
  onYes,
  onClose,
  onNo = onClose,
}: ConfirmDeleteProps) {
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    const gone = await onYes();
    setBusy(false);
    if (gone) onClose();
  }

  return (
    <Modal title={title ?? ''} open={title !== null} onClose={onNo}>
      <p>{question}</p>
      <div className="modal__actions">
        <button
          type="button"
          className="button button--danger"
          aria-busy={busy}
          onClick={() => {
            if (!busy) void confirm();
          }}
        >
          Yes
        </button>
        <button type="button" className="button button--quiet" onClick={onNo}>
          No
        </button>
      </div>
    </Modal>
  );
}
