import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { $leaving } from '../../ui/unsaved.ts';

/** Asks before unsaved input is lost with its dialog or its page. Escape keeps it. */
export function LeaveQuestion() {
  const answer = useStore($leaving);
  return (
    <Modal
      title={messages.unsaved.question}
      alert={messages.unsaved.explained}
      open={answer !== null}
      onClose={() => $leaving.get()?.(false)}
      disposable
    >
      <div className="modal__actions">
        <Button onClick={() => answer?.(false)}>Keep editing</Button>
        <Button look="quiet" onClick={() => answer?.(true)}>
          Leave without saving
        </Button>
      </div>
    </Modal>
  );
}
