import { useRef, useState, type FormEvent } from 'react';
import { messages } from '#shared/messages.ts';
import { resetPassword } from '../../api/auth.ts';
import type { Failure } from '../../api/client.ts';
import { routes } from '../../routes.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { Field } from '../../ui/Field.tsx';
import { showIssues } from '../../ui/show-issues.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

/** Sets a new password with the token that the link in the mail carries behind the `#`, where no server sees it. */
export function ResetPassword() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const token = useRef('');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const password = String(new FormData(form).get('newPassword') ?? '');
    const address = new URLSearchParams(location.hash.slice(1));
    token.current ||= address.get('access_token') ?? '';
    setBusy(true);
    const reply = await resetPassword(token.current, password);
    if (reply.ok) {
      moveWithToast(routes.userLogin(), 'success', messages.password.updated);
      return;
    }
    setBusy(false);
    showIssues(form, reply.issues, () => setFailure(reply));
  };

  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)}>
      <Field
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 6 characters"
        error={failure?.issues.find((it) => it.path === 'newPassword')?.message}
      />
      {failure && failure.issues.length === 0 && (
        <p className="notice">
          {failure.status === 401 || failure.code === 'recovery_link_needed'
            ? 'This link has run out or was used before. Please ask for a new one.'
            : failure.message}
        </p>
      )}
      <SubmitButton busy={busy} className="button--wide">
        Save
      </SubmitButton>
    </form>
  );
}
