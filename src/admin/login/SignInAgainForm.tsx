import { messages } from '#shared/messages.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { LoginForm, type Credentials } from '../../ui/LoginForm.tsx';
import { endAsking } from './asking-again.ts';
import { signIn } from './sign-in.ts';

export function SignInAgainForm() {
  const login = async (credentials: Credentials): Promise<string | undefined> => {
    const refused = await signIn(credentials);
    if (refused) return refused.text;
    toastSuccess(messages.auth.adminLoginDone);
    endAsking();
    return undefined;
  };
  return <LoginForm onLogin={login} />;
}
