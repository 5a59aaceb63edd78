import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { useEffect, useId, useRef } from 'react';
import { $leaving } from '../../ui/unsaved.ts';
import '../../ui/modal.css';

/** Asked before anything that was entered goes with its dialog or its page. Escape keeps it. */
export function LeaveQuestion() {
  const answer = useStore($leaving);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (answer && element && !element.open) element.showModal();
    if (!answer && element?.open) element.close();
  }, [answer]);
  return (
    <dialog
      ref={dialog}
      className="modal"
      role="alertdialog"
      aria-labelledby={answer ? `${id}-title` : undefined}
      aria-describedby={answer ? `${id}-words` : undefined}
      onClose={() => {
        // Told late, it may be the last question that closed, with the next one open already.
        if (!dialog.current?.open) $leaving.get()?.(false);
      }}
    >
      {answer && (
        <div className="modal__body">
          <h2 id={`${id}-title`}>{messages.unsaved.question}</h2>
          <p id={`${id}-words`}>{messages.unsaved.explained}</p>
          <div className="modal__actions">
            <button type="button" className="button" onClick={() => answer(false)}>
              Keep editing
            </button>
            <button type="button" className="button button--quiet" onClick={() => answer(true)}>
              Leave without saving
            </button>
          </div>
        </div>
      )}
    </dialog>
  );
}
