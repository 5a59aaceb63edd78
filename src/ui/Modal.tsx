import { useEffect, useId, useRef, type ReactNode } from 'react';

interface ModalProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A native dialog: the browser keeps the focus in it, closes it on Escape and gives the focus back. */
export function Modal({ title, open, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) element.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={open ? id : undefined}
      onClose={onClose}
    >
      {open && (
        <div className="modal__body">
          <h2 id={id}>{title}</h2>
          {children}
          <button type="button" className="button button--quiet modal__close" onClick={onClose}>
            Close
          </button>
        </div>
      )}
    </dialog>
  );
}
