import { useState, type ComponentType } from 'react';
import { noAnswer } from '../api/client.ts';
import { toastError } from '../stores/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import type { ReturnFormProps } from './ReturnForm.tsx';

/** Opens the return form, which is loaded on demand. */
export function ReturnButton({ order, exchanges, send }: Omit<ReturnFormProps, 'onDone'>) {
  const [form, setForm] = useState<{ Form: ComponentType<ReturnFormProps> }>();
  const close = () => setForm(undefined);
  const open = () =>
    import('./ReturnForm.tsx').then(
      ({ ReturnForm }) => setForm({ Form: ReturnForm }),
      () => toastError(noAnswer.message),
    );
  return (
    <>
      <Button
        look="quiet"
        className="button--small"
        aria-label={`Return or exchange pieces of ${order.number}`}
        onClick={open}
      >
        Return or exchange
      </Button>
      <Modal title="Return or exchange" open={form !== undefined} onClose={close}>
        {form && <form.Form order={order} exchanges={exchanges} send={send} onDone={close} />}
      </Modal>
    </>
  );
}
