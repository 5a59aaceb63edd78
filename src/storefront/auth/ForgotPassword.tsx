import { useState, type FormEvent } from 'react';
import { forgotPassword } from '../../api/auth.ts';
import type { Failure } from '../../api/client.ts';
import { Field } from '../../ui/Field.tsx';
import { showIssues } from '../../ui/show-issues.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

/** Asks for a mail with a link to a new password. The answer never tells whether an address is known. */
export function ForgotPassword() {
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<Failure>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email') ?? '');
    setBusy(true);
    const reply = await forgotPassword(email);
    setBusy(false);
    if (reply.ok) setSentTo(email);
    else showIssues(form, reply.issues, () => setFailure(reply));
  };

  if (sentTo) {
    return (
      <p role="status">
        If there is an account for {sentTo}, a mail with a link to a new password is on its way.
      </p>
    );
  }
  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={failure?.issues.find((it) => it.path === 'email')?.message}
      />
      {failure && failure.issues.length === 0 && <p className="notice">{failure.message}</p>}
      <SubmitButton busy={busy} className="button--wide">
        Send me a link
      </SubmitButton>
    </form>
  );
}
