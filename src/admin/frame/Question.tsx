import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { $question } from '../../ui/question.ts';

/** A confirmation dialog, for example before unsaved input is lost. Escape cancels. */
export function Question() {
  const asked = useStore($question);
  const { question, explained, yes, no } = asked?.words ?? messages.unsaved;
  return (
    <Modal
      title={question}
      alert={explained}
      open={asked !== null}
      onClose={() => $question.get()?.answer(false)}
      disposable
    >
      <div className="modal__actions">
        <Button onClick={() => asked?.answer(false)}>{no}</Button>
        <Button look="quiet" onClick={() => asked?.answer(true)}>
          {yes}
        </Button>
      </div>
    </Modal>
  );
}
