import { useEffect, useId, useRef, type ReactNode } from 'react';
import { hasUnsaved, mayLeave } from './unsaved.ts';
import './modal.css';

interface ModalProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Closes without confirmation, even if something was entered. */
  disposable?: boolean;
  /** The text of a confirmation, announced with the title. It has no Close button; Escape closes it. */
  alert?: string;
  children: ReactNode;
}

/**
 * A native dialog: the browser traps and restores the focus, and closes it on Escape. With unsaved input, Close and Escape ask
 * first.
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
        // Browsers let a second consecutive Escape close the dialog, even if `cancel` is prevented.
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
        // The event is late: it may already be open again.
        if (!dialog.current?.open) onClose();
      }}
    >
      {open && (
        <div className="modal__body">
          <h2 id={id}>{title}</h2>
          {alert && <p id={`${id}-text`}>{alert}</p>}
          {children}
          {!alert && (
            <div className="modal__foot">
              <button type="button" className="button button--quiet" onClick={() => void leave()}>
                Close
              </button>
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
