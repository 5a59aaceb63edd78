import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { adminDetailsInput, passwordInput, type AdminReply } from '#shared/schemas/users.ts';
import { adminDetails, updateAdminDetails, updateAdminPassword } from '../../api/admin-users.ts';
import { query, write } from '../../api/query.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { change } from '../changes.ts';
import { withoutKeys } from '../preference.ts';
import { Form } from '../forms/Form.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Section } from '../listing/Section.tsx';
import { useFragment } from '../listing/use-fragment.ts';

const { passwordUpdated, detailsUpdated, failed } = messages.settings;
const $details = query(adminDetails());

/** What belongs to the administrator, not to the shop; below the settings of the shop. */
export function Account() {
  const details = useStore($details);
  const ref = useFragment('profile');
  return (
    <div id="profile" ref={ref}>
      <Section title="Your account" className="settings__more">
        <div className="settings">
          <PasswordForm />
          <Loading loaded={details} path={adminDetails().path} what="profile">
            {(found) => <DetailsForm details={found} />}
          </Loading>
        </div>
        <Check
          label="Press / to search a list"
          checked={!useStore(withoutKeys.$on)}
          onChange={({ currentTarget: { checked } }) => withoutKeys.set(!checked)}
        />
        <p className="screen-note">
          Turn this off if you use dictation or press the key by accident. Ctrl+K always opens the
          search at the top. Saved in this browser.
        </p>
      </Section>
    </div>
  );
}

function PasswordForm() {
  const form = useForm({
    schema: passwordInput,
    values: { currentPassword: '', newPassword: '' },
    async save(values) {
      const reply = await change(updateAdminPassword(values), ['/users'], {
        done: passwordUpdated,
        failed,
      });
      if (reply.ok || reply.issues.length > 0) return reply;
      // A wrong current password is reported without a field.
      return { ok: false, issues: [{ path: 'currentPassword', message: reply.message }] };
    },
    onSaved: () => form.reset(),
  });
  return (
    <Form form={form} submit="Save" className="panel" aria-labelledby="password-heading">
      <h3 id="password-heading">Password</h3>
      <PasswordField
        label="Current Password"
        {...form.field('currentPassword')}
        autoComplete="current-password"
      />
      <PasswordField
        label="New Password"
        {...form.field('newPassword')}
        autoComplete="new-password"
      />
    </Form>
  );
}

function DetailsForm({ details: { admin, pendingEmail } }: { readonly details: AdminReply }) {
  const form = useForm({
    schema: adminDetailsInput,
    values: { firstname: admin.firstname, email: admin.email },
    async save(values) {
      const reply = await change(updateAdminDetails(values), ['/notifications'], {
        done: detailsUpdated,
        failed,
      });
      if (!reply.ok) return reply;
      write(adminDetails(), reply);
      // A new email address needs confirmation, so the current one is shown again.
      form.reset({ firstname: reply.admin.firstname, email: reply.admin.email });
      return reply;
    },
  });
  return (
    <Form form={form} submit="Save" className="panel" aria-labelledby="profile-heading">
      <h3 id="profile-heading">Profile</h3>
      <Field label="Username" {...form.field('firstname')} autoComplete="username" />
      <Field
        label="Email"
        {...form.field('email')}
        type="email"
        autoComplete="email"
        hint={pendingEmail ? messages.profile.waitingFor(pendingEmail) : undefined}
      />
    </Form>
  );
}
