import { useState, type ReactNode } from 'react';
import type { LoginInput } from '#shared/schemas/auth.ts';
import { Check, Field } from './Field.tsx';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useForm } from './use-form.ts';
import style from './LoginForm.module.css';

export type Credentials = LoginInput;

interface LoginFormProps {
  /** Resolves after the attempt, optionally with a message to show next to the form. */
  readonly onLogin: (credentials: Credentials) => Promise<string | undefined>;
  /** Next to “Remember me”. */
  readonly children?: ReactNode;
}

/** Email, password, “Remember me” and a Login button that ignores a second click. Input is kept. */
export function LoginForm({ onLogin, children }: LoginFormProps) {
  const [problem, setProblem] = useState<string>();
  const { busy, field, register, formProps } = useForm({
    schema: async () => (await import('#shared/schemas/auth.ts')).loginInput,
    save: async (credentials) => {
      setProblem(undefined);
      setProblem(await onLogin(credentials));
      return { ok: true };
    },
  });
  return (
    <form className="form" method="post" {...formProps}>
      <Field label="Email" {...field('email')} type="email" autoComplete="username" required />
      <PasswordField
        label="Password"
        {...field('password')}
        autoComplete="current-password"
        required
      />
      <div className={style.row}>
        <Check label="Remember me" {...register('remember')} />
        {children}
      </div>
      <Notice>{problem}</Notice>
      <SubmitButton busy={busy} className="button--wide">
        {busy ? 'Logging in…' : 'Login'}
      </SubmitButton>
    </form>
  );
}
