import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { adminDetailsInput, passwordInput, type AdminReply } from '#shared/schemas/users.ts';
import { adminDetails, updateAdminDetails, updateAdminPassword } from '../../api/admin-users.ts';
import { query, write } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { change } from '../changes.ts';
import { withoutKeys } from '../preference.ts';
import { Form } from '../forms/Form.tsx';
import { Loading } from '../listing/Loading.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { StockSettingsForm } from './StockSettings.tsx';
import { TimeZone } from './TimeZone.tsx';
import './settings.css';

const { passwordUpdated, detailsUpdated, failed } = messages.settings;
const $details = query(adminDetails());

export function SettingsScreen() {
  return (
    <>
      <ScreenHead title="Admin Settings" />
      <div className="settings">
        <PasswordForm />
        <Loading loaded={useStore($details)} path={adminDetails().path} what="profile">
          {(details) => <DetailsForm details={details} />}
        </Loading>
        <StockSettingsForm />
        <TimeZone />
      </div>
      <Section title="Keyboard" className="settings__more">
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
      <Section title="Taxes and invoices" className="settings__more">
        <p className="screen-note">
          Tax rates by country, and the seller and numbering of invoices.
        </p>
        <a className="button button--quiet" href={routes.taxes()}>
          Open taxes and invoices
        </a>
      </Section>
      <Section title="Shipping" className="settings__more">
        <p className="screen-note">Where you ship to, with which methods, and at what price.</p>
        <a className="button button--quiet" href={routes.shipping()}>
          Open shipping
        </a>
      </Section>
      <Section title="Mail" className="settings__more">
        <p className="screen-note">The text of emails to customers, and emails that failed.</p>
        <a className="button button--quiet" href={routes.mail()}>
          Open mail
        </a>
      </Section>
      <Section title="Audit trail" className="settings__more">
        <p className="screen-note">Who changed what and when, with the previous values.</p>
        <a className="button button--quiet" href={routes.audit()}>
          Open the audit trail
        </a>
      </Section>
    </>
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
      <h2 id="password-heading">Password</h2>
      <Field
        label="Current Password"
        {...form.field('currentPassword')}
        type="password"
        autoComplete="current-password"
      />
      <Field
        label="New Password"
        {...form.field('newPassword')}
        type="password"
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
    <Form
      form={form}
      submit="Save"
      className="panel"
      id="profile"
      aria-labelledby="profile-heading"
    >
      <h2 id="profile-heading">Profile</h2>
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
