import { inviteMember, ownCompany } from '../../api/companies.ts';
import { write } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Field, Select } from '../../ui/Field.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import style from './Company.module.css';
import { roleNames, roles } from './roles.ts';

/** Invites a colleague by email. */
export function InviteForm() {
  const { busy, field, formProps, reset } = useForm({
    schema: async () => (await import('#shared/schemas/companies.ts')).invitationInput,
    values: { email: '', role: 'buyer' as const },
    save: async (invited) => {
      const reply = await inviteMember(invited);
      if (reply.ok) {
        toastSuccess(reply.message, undefined, 'member');
        write(ownCompany(), reply);
      } else if (reply.issues.length === 0) toastError(reply.message, undefined, 'member');
      return reply;
    },
    onSaved: () => reset(),
  });
  return (
    <form className={`form form--pairs ${style.invite}`} {...formProps}>
      <Field
        label="Colleague’s email"
        {...field('email')}
        type="email"
        autoComplete="off"
        required
        maxLength={254}
      />
      <Select
        label="Role"
        {...field('role')}
        required
        hint="Buyers place orders. Managers also see all orders and manage members."
      >
        {roles.map((it) => (
          <option key={it} value={it}>
            {roleNames[it]}
          </option>
        ))}
      </Select>
      <div className="form__wide">
        <SubmitButton busy={busy}>{busy ? 'Inviting…' : 'Invite'}</SubmitButton>
      </div>
    </form>
  );
}
