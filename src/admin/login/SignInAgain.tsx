import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { Modal } from '../../ui/Modal.tsx';
import { lazy } from '../forms/lazy.tsx';
import { $signingInAgain, endAsking } from './asking-again.ts';

const SignInAgainForm = lazy(
  'form',
  async () => (await import('./SignInAgainForm.tsx')).SignInAgainForm,
);

/** The login as a dialog over the page, so that input survives an expired session. */
export function SignInAgain() {
  const open = useStore($signingInAgain);
  return (
    <Modal title="Sign in again" open={open} onClose={endAsking} disposable>
      <div className="sign-in-again">
        <p>{messages.auth.signInAgain}</p>
        <SignInAgainForm />
      </div>
    </Modal>
  );
}
