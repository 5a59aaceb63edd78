import { useState, type FormEvent, type ReactNode } from 'react';
import { Check, Field } from './Field.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import './auth.css';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

interface LoginFormProps {
  /** Resolves when the login has been tried; a text that it resolves with is shown beside the form. */
  onLogin: (credentials: Credentials) => Promise<string | undefined>;
  /** Stands beside “Remember me”. */
  children?: ReactNode;
}

/** E-mail, password, “Remember me” and a Login button that cannot be pressed twice. What was typed stays. */
export function LoginForm({ onLogin, children }: LoginFormProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setTrouble(undefined);
    const said = await onLogin({
      email: String(data.get('email') ?? ''),
      password: String(data.get('password') ?? ''),
      remember: data.get('remember') !== null,
    });
    setTrouble(said);
    setBusy(false);
  };

  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)}>
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <div className="auth__row">
        <Check label="Remember me" name="remember" />
        {children}
      </div>
      {trouble && <p className="notice">{trouble}</p>}
      <SubmitButton busy={busy} className="button--wide">
        {busy ? 'Logging in…' : 'Login'}
      </SubmitButton>
    </form>
  );
}
