import { messages } from '#shared/messages.ts';
import type { UserReply } from '#shared/schemas/users.ts';
import { write } from '../../api/query.ts';
import { profile, updateProfile } from '../../api/users.ts';
import { nextPath } from '../../next-path.ts';
import { $profile } from '../../stores/profile.ts';
import { moveWithToast, toastError, toastSuccess } from '../../stores/toasts.ts';
import { AddressFields } from '../../address/AddressFields.tsx';
import { refusedCountry } from '../../address/country-names.ts';
import { Field } from '../../ui/Field.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';

const fields = [
  { name: 'firstname', label: 'First name', autoComplete: 'given-name', required: true },
  { name: 'lastname', label: 'Last name', autoComplete: 'family-name', required: true },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', required: true },
] as const;
const phone = { type: 'tel', inputMode: 'numeric', autoComplete: 'tel' } as const;

/** Changes the shopper's own details. */
export function ProfileForm() {
  const { body, failure } = useLoaded($profile);
  if (failure) return <LoadFailure failure={failure} path={profile().path} />;
  return body ? <LoadedForm {...body} /> : <Spinner />;
}

function LoadedForm({ user, pendingEmail }: UserReply) {
  const { busy, field, formProps, reset } = useForm({
    schema: async () => (await import('#shared/schemas/users.ts')).profileInput,
    values: user,
    save: async (_values, _form, changes) => {
      const refused = await refusedCountry(changes.country);
      if (refused) return refused;
      const reply = await updateProfile(changes);
      if (reply.ok) {
        write(profile(), reply);
        // An email address that is not confirmed yet is not the current one.
        reset(reply.user);
        const next = nextPath(location.search);
        if (next) moveWithToast(next, 'success', messages.profile.updated);
        else toastSuccess(messages.profile.updated);
      } else toastError(messages.profile.updateFailed);
      return reply;
    },
    onRefused: () => toastError(messages.profile.updateFailed),
  });
  const waiting = pendingEmail ? messages.profile.waitingFor(pendingEmail) : undefined;
  return (
    <form className="form form--pairs" method="post" {...formProps}>
      {fields.map(({ name, ...rest }) => (
        <Field
          key={name}
          {...rest}
          {...field(name)}
          hint={name === 'email' ? waiting : undefined}
        />
      ))}
      <Field label="Phone number (optional)" {...phone} {...field('phone')} />
      <AddressFields field={field} />
      <div className="form__wide">
        <SubmitButton busy={busy}>{busy ? 'Updating…' : 'Update'}</SubmitButton>
      </div>
    </form>
  );
}
