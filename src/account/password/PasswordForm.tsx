import { useState, type FormEvent } from 'react';
import { messages } from '#shared/messages.ts';
import type { Failure, Issue } from '../../api/client.ts';
import { changePassword } from '../../api/users.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { Field } from '../../ui/Field.tsx';
import { showIssues } from '../../ui/show-issues.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

/** Changes the password; the server says what is wrong with a new one. */
export function PasswordForm() {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [busy, setBusy] = useState(false);
  const error = (path: string) => issues.find((it) => it.path === path)?.message;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setBusy(true);
    const reply = await changePassword({
      currentPassword: String(data.get('currentPassword') ?? ''),
      newPassword: String(data.get('newPassword') ?? ''),
    });
    if (reply.ok) {
      moveWithToast(routes.userAccount(), 'success', messages.password.updated);
      return;
    }
    setBusy(false);
    showIssues(form, reply.issues, () => setIssues(reply.issues));
    toastError(describe(reply));
  };

  return (
    <form className="form account__narrow" method="post" onSubmit={(event) => void submit(event)}>
      <Field
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        error={error('currentPassword')}
      />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        error={error('newPassword')}
      />
      <div>
        <SubmitButton busy={busy}>{busy ? 'Saving…' : 'Save'}</SubmitButton>
      </div>
    </form>
  );
}

function describe({ status, code, message }: Failure): string {
  if (code === 'not_sent') return messages.password.requestError(message);
  return status === 0 ? messages.password.noResponse : messages.password.serverError(message);
}
