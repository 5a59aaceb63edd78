import { useState, type FormEvent } from 'react';
import { messages } from '#shared/messages.ts';
import type { UserReply } from '#shared/schemas/users.ts';
import type { Issue } from '../../api/client.ts';
import { fetchProfile, updateProfile } from '../../api/users.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Field } from '../../ui/Field.tsx';
import { showIssues } from '../../ui/show-issues.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useReply } from '../use-reply.ts';

const fields = [
  { name: 'firstname', label: 'First name', autoComplete: 'given-name', required: true },
  { name: 'lastname', label: 'Last name', autoComplete: 'family-name', required: true },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', required: true },
  { name: 'phone', label: 'Phone number', type: 'tel', inputMode: 'numeric', autoComplete: 'tel' },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'address', label: 'Street address', autoComplete: 'address-line1' },
  { name: 'postcode', label: 'Post code', autoComplete: 'postal-code' },
] as const;

/** Changes the shopper's own details. */
export function ProfileForm() {
  const profile = useReply(fetchProfile);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<UserReply>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setBusy(true);
    const reply = await updateProfile(
      Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? '')])),
    );
    setBusy(false);
    const wrong = reply.ok ? [] : reply.issues;
    showIssues(form, wrong, () => setIssues(wrong));
    if (reply.ok) {
      setSaved(reply);
      toastSuccess(messages.profile.updated);
    } else toastError(messages.profile.updateFailed);
  };

  if (profile.loading) return <Spinner />;
  if (profile.failure) return <LoadFailure failure={profile.failure} onRetry={profile.reload} />;
  const shown = saved ?? profile.body;
  if (!shown) return null;
  const { user, pendingEmail } = shown;
  return (
    <form className="form form--pairs" method="post" onSubmit={(event) => void submit(event)}>
      {fields.map((field) => (
        <Field
          // Once saved, the address that counts stands there again.
          key={field.name === 'email' ? `email ${pendingEmail ?? ''}` : field.name}
          {...field}
          defaultValue={user[field.name]}
          hint={
            field.name === 'email' && pendingEmail
              ? messages.profile.waitingFor(pendingEmail)
              : undefined
          }
          error={issues.find((it) => it.path === field.name)?.message}
        />
      ))}
      <div className="form__wide">
        <SubmitButton busy={busy}>{busy ? 'Updating…' : 'Update'}</SubmitButton>
      </div>
    </form>
  );
}
