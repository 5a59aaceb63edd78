import { useEffect, useId, useRef, type ReactNode } from 'react';
import { hasUnsaved, mayLeave } from './unsaved.ts';
import './modal.css';

interface ModalProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Nothing that is entered in it is worth a question. */
  disposable?: boolean;
  /** Of a question that has to be answered: its text, read out with the title. It has no Close; Escape closes it. */
  alert?: string;
  children: ReactNode;
}

/**
 * A native dialog: the browser keeps the focus in it, closes it on Escape and gives the focus back. Where something was
 * entered and not saved, Close and Escape ask first.
 */
export function Modal({ title, open, onClose, disposable = false, alert, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) element.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  const wouldLose = () => !disposable && dialog.current !== null && hasUnsaved(dialog.current);
  async function leave(): Promise<void> {
    if (!dialog.current || disposable || (await mayLeave(dialog.current))) onClose();
  }

  return (
    <dialog
      ref={dialog}
      className="modal"
      role={alert ? 'alertdialog' : undefined}
      aria-describedby={open && alert ? `${id}-text` : undefined}
      aria-labelledby={open ? id : undefined}
      onKeyDown={(event) => {
        // A browser lets a second Escape through that nothing but Escape came before, whatever `cancel` says.
        if (event.key !== 'Escape' || event.defaultPrevented || !wouldLose()) return;
        event.preventDefault();
        void leave();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current || !wouldLose()) return;
        event.preventDefault();
        void leave();
      }}
      onClose={() => {
        // Told late, it may have been opened again already.
        if (!dialog.current?.open) onClose();
      }}
    >
      {open && (
        <div className="modal__body">
          <h2 id={id}>{title}</h2>
          {alert && <p id={`${id}-text`}>{alert}</p>}
          {children}
          {!alert && (
            <button
              type="button"
              className="button button--quiet modal__close"
              onClick={() => void leave()}
            >
              Close
            </button>
          )}
        </div>
      )}
    </dialog>
  );
}
