import { messages } from '#shared/messages.ts';
import type { AdminReply } from '#shared/schemas/users.ts';
import { useEffect, useState } from 'react';
import {
  fetchAdminDetails,
  updateAdminDetails,
  updateAdminPassword,
} from '../../api/admin-users.ts';
import { routes } from '../../routes.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Field } from '../../ui/Field.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { SaveButton } from '../forms/SaveButton.tsx';
import { outcomeOf, textOf, useSubmit, type Outcome } from '../forms/use-submit.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';

async function savePassword(form: FormData): Promise<Outcome> {
  const reply = await updateAdminPassword({
    currentPassword: textOf(form, 'currentPassword'),
    newPassword: textOf(form, 'newPassword'),
  });
  if (reply.ok) toastSuccess(messages.settings.passwordUpdated);
  else toastError(messages.settings.failed);
  if (reply.ok || reply.issues.length > 0) return outcomeOf(reply);
  // A wrong current password comes without a field: its words belong there all the same.
  return { ok: false, issues: [{ path: 'currentPassword', message: reply.message }] };
}

async function saveDetails(form: FormData, onSaved: (reply: AdminReply) => void): Promise<Outcome> {
  const reply = await updateAdminDetails({
    firstname: textOf(form, 'firstname'),
    email: textOf(form, 'email'),
  });
  if (reply.ok) {
    onSaved(reply);
    toastSuccess(messages.settings.detailsUpdated);
  } else toastError(messages.settings.failed);
  return outcomeOf(reply);
}

export function SettingsScreen() {
  const [details, setDetails] = useState<AdminReply | null>(null);
  const [loading, setLoading] = useState(true);

  useEffect(() => {
    void fetchAdminDetails().then((reply) => {
      if (reply.ok) setDetails(reply);
      setLoading(false);
    });
  }, []);

  return (
    <>
      <ScreenHead title="Admin Settings" />
      <div className="settings">
        <PasswordForm />
        {loading ? <Spinner /> : <DetailsForm details={details} onSaved={setDetails} />}
      </div>
      <section className="settings__more" aria-labelledby="trail-heading">
        <h2 id="trail-heading" className="section-title">
          Audit trail
        </h2>
        <p className="screen-note">Who changed what, when, and what it was before.</p>
        <a className="button button--quiet" href={routes.audit()}>
          Open the audit trail
        </a>
      </section>
    </>
  );
}

function PasswordForm() {
  const { busy, errorOf, onSubmit } = useSubmit(savePassword, (form) => form.reset());
  return (
    <form className="form panel" onSubmit={onSubmit} aria-labelledby="password-heading">
      <h2 id="password-heading">Password</h2>
      <Field
        label="Current Password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        error={errorOf('currentPassword')}
      />
      <Field
        label="New Password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        error={errorOf('newPassword')}
      />
      <SaveButton label="Save" busy={busy} />
    </form>
  );
}

function DetailsForm({
  details,
  onSaved,
}: {
  readonly details: AdminReply | null;
  readonly onSaved: (reply: AdminReply) => void;
}) {
  const { busy, errorOf, onSubmit } = useSubmit((form) => saveDetails(form, onSaved));
  const { admin, pendingEmail = null } = details ?? {};
  return (
    <form className="form panel" id="profile" onSubmit={onSubmit} aria-labelledby="profile-heading">
      <h2 id="profile-heading">Profile</h2>
      <Field
        label="Username"
        name="firstname"
        autoComplete="username"
        defaultValue={admin?.firstname}
        error={errorOf('firstname')}
      />
      <Field
        // Once saved, the address that counts stands there again.
        key={pendingEmail}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={admin?.email}
        hint={pendingEmail ? messages.profile.waitingFor(pendingEmail) : undefined}
        error={errorOf('email')}
      />
      <SaveButton label="Save" busy={busy} />
    </form>
  );
}
