import { useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

interface DialogButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'look' | 'className' | 'aria-describedby'
> {
  readonly label: string;
  readonly title?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, title = label, children, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal title={title} open={open} onClose={close}>
        {open && children(close)}
      </Modal>
    </>
  );
}
