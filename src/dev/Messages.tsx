import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { ConfirmDelete } from '../admin/listing/ConfirmDelete.tsx';
import { DialogButton } from '../admin/listing/DialogButton.tsx';
import { toastError, toastInfo, toastSuccess } from '../stores/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';

/** Notices, waiting, dialogs and toasts. */
export function Messages() {
  const [deleting, setDeleting] = useState<string | null>(null);
  const undo = { label: messages.trash.undo, run: () => toastInfo('Undone') };
  return (
    <>
      <section aria-labelledby="notices">
        <h2 id="notices">Notices</h2>
        <Notice>{messages.cart.addFailed}</Notice>
        <div className="empty">
          <p className="empty__title">{messages.cart.empty}</p>
          <p>One line of help.</p>
          <Button onClick={() => undefined}>One action</Button>
        </div>
      </section>
      <section aria-labelledby="waiting">
        <h2 id="waiting">Waiting</h2>
        <Spinner />
        <div className="skeleton" style={{ height: 48 }} />
      </section>
      <section aria-labelledby="dialogs">
        <h2 id="dialogs">Dialogs</h2>
        <div className="row">
          <DialogButton label="Dialog" look="quiet">
            {() => <Field label="Closing asks first once this is changed" autoComplete="off" />}
          </DialogButton>
          <Button look="danger" onClick={() => setDeleting('Delete the garment')}>
            Question
          </Button>
        </div>
        <ConfirmDelete
          title={deleting}
          question={messages.products.confirmDelete}
          onYes={() => Promise.resolve(true)}
          onClose={() => setDeleting(null)}
        />
      </section>
      <section aria-labelledby="toast">
        <h2 id="toast">Toasts</h2>
        <div className="row">
          <Button look="quiet" onClick={() => toastSuccess(messages.products.updated)}>
            Success
          </Button>
          <Button look="quiet" onClick={() => toastSuccess(messages.products.removed, undo)}>
            With an action
          </Button>
          <Button look="quiet" onClick={() => toastInfo('Something happened elsewhere.')}>
            Info
          </Button>
          <Button look="quiet" onClick={() => toastError(messages.products.updateFailed)}>
            Error
          </Button>
        </div>
      </section>
    </>
  );
}
