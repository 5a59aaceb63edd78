import { useState, type ComponentType } from 'react';
import { noAnswer } from '../../api/client.ts';
import { toastError } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

/** Requests a quote for the cart; the form is loaded on demand. */
export function QuoteButton() {
  const [form, setForm] = useState<{ Form: ComponentType }>();
  const open = () =>
    import('./QuoteForm.tsx').then(
      ({ QuoteForm }) => setForm({ Form: QuoteForm }),
      () => toastError(noAnswer.message),
    );
  return (
    <>
      <Button look="quiet" className="button--wide" onClick={open}>
        Ask for a quote
      </Button>
      <Modal title="Ask for a quote" open={form !== undefined} onClose={() => setForm(undefined)}>
        {form && <form.Form />}
      </Modal>
    </>
  );
}
