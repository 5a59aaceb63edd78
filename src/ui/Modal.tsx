import { useEffect, useId, useRef, type ReactNode } from 'react';

interface ModalProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Asked before Close and Escape do what they say. */
  mayClose?: () => boolean;
  children: ReactNode;
}

const always = () => true;

/** A native dialog: the browser keeps the focus in it, closes it on Escape and gives the focus back. */
export function Modal({ title, open, onClose, mayClose = always, children }: ModalProps) {
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
      onCancel={(event) => {
        if (event.target === dialog.current && !mayClose()) event.preventDefault();
      }}
      onClose={onClose}
    >
      {open && (
        <div className="modal__body">
          <h2 id={id}>{title}</h2>
          {children}
          <button
            type="button"
            className="button button--quiet modal__close"
            onClick={() => {
              if (mayClose()) onClose();
            }}
          >
            Close
          </button>
        </div>
      )}
    </dialog>
  );
}
