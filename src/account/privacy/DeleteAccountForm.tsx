import { useState, type FormEvent } from 'react';
import { messages } from '#shared/messages.ts';
import { deleteAccount } from '../../api/own-data.ts';
import { writeToken } from '../../api/tokens.ts';
import { routes } from '../../routes.ts';
import { forgetCart } from '../../stores/cart.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { Field } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

/** Asks for the password, then once more, and deletes the account. */
export function DeleteAccountForm() {
  const [password, setPassword] = useState('');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(password === '' ? 'Required' : '');
    if (password !== '') setAsking(true);
  };

  const goAhead = async () => {
    if (busy) return;
    setBusy(true);
    const reply = await deleteAccount(password);
    setBusy(false);
    setAsking(false);
    if (reply.ok) {
      writeToken('user', '');
      forgetCart();
      moveWithToast(routes.index(), 'success', messages.profile.deleted);
      return;
    }
    const wrong = reply.issues.find((it) => it.path === 'password');
    if (wrong) setError(wrong.message);
    else toastError(reply.message);
  };

  return (
    <form className="form" method="post" noValidate onSubmit={ask}>
      <Field
        label="Current password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={error || undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div>
        <SubmitButton busy={busy} className="button--danger">
          Delete my account
        </SubmitButton>
      </div>
      <Modal title="Delete your account" open={asking} onClose={() => setAsking(false)}>
        <p>{messages.profile.confirmDelete}</p>
        <div className="modal__actions">
          <button
            type="button"
            className="button button--danger"
            aria-busy={busy}
            onClick={() => void goAhead()}
          >
            Yes
          </button>
          <button type="button" className="button button--quiet" onClick={() => setAsking(false)}>
            No
          </button>
        </div>
      </Modal>
    </form>
  );
}
