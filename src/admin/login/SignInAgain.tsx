import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { LoginForm, type Credentials } from '../../ui/LoginForm.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { $signingInAgain, endAsking } from './asking-again.ts';
import { signIn } from './sign-in.ts';

/** The login over an open page, so that what was entered there survives a sign-in that ran out. */
export function SignInAgain() {
  const open = useStore($signingInAgain);
  const login = async (credentials: Credentials): Promise<string | undefined> => {
    const refused = await signIn(credentials);
    if (refused) return refused.text;
    toastSuccess(messages.auth.adminLoginDone);
    endAsking();
    return undefined;
  };
  return (
    <Modal title="Sign in again" open={open} onClose={endAsking} disposable>
      <div className="sign-in-again">
        <p>{messages.auth.signInAgain}</p>
        <LoginForm onLogin={login} />
      </div>
    </Modal>
  );
}
