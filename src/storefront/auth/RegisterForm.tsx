import { useState } from 'react';
import { toastTimes } from '#shared/first-messages.ts';
import { messages } from '#shared/messages.ts';
import type { RegisterInput } from '#shared/schemas/users.ts';
import { register } from '../../api/auth.ts';
import { nextPath } from '../../next-path.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { AddressFields } from '../../address/AddressFields.tsx';
import { refusedCountry } from '../../address/country-names.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';

const person = [
  { name: 'firstname', label: 'First name', autoComplete: 'given-name', required: true },
  { name: 'lastname', label: 'Last name', autoComplete: 'family-name', required: true },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', required: true },
] as const;
const phone = { type: 'tel', inputMode: 'numeric', autoComplete: 'tel' } as const;
const newPassword = { autoComplete: 'new-password', required: true } as const;

type Registration = RegisterInput & { confirmPassword?: string };

/** Registers a customer. Input is kept on errors, which are shown at the fields. */
export function RegisterForm() {
  const [problem, setProblem] = useState('');
  const { busy, field, formProps } = useForm<Registration, RegisterInput>({
    schema: async () => (await import('#shared/schemas/users.ts')).registerInput,
    save: async (values, form) => {
      setProblem('');
      const message = messages.auth.passwordMismatch;
      if (form.get('confirmPassword') !== values.password) {
        toastError(message, toastTimes.mismatch);
        return { ok: false, issues: [{ path: 'confirmPassword', message }] };
      }
      const refused = await refusedCountry(values.country);
      if (refused) return refused;
      const reply = await register(values);
      if (reply.ok) {
        const login = routes.userLogin(nextPath(location.search));
        moveWithToast(login, 'success', messages.auth.registered);
      } else {
        toastError(messages.auth.registrationFailed);
        if (reply.issues.length === 0) setProblem(reply.message);
      }
      return reply;
    },
    onRefused: () => toastError(messages.auth.registrationFailed),
  });
  return (
    <form className="form form--pairs" method="post" {...formProps}>
      {person.map(({ name, ...rest }) => (
        <Field key={name} {...rest} {...field(name)} />
      ))}
      <Field label="Phone number (optional)" {...phone} {...field('phone')} />
      <PasswordField
        label="Password"
        {...newPassword}
        {...field('password')}
        hint="At least 6 characters"
      />
      <PasswordField label="Confirm password" {...newPassword} {...field('confirmPassword')} />
      <AddressFields field={field} hint="You can also enter it at checkout." />
      <div className="form__wide">
        <Check
          name="terms"
          label={
            <>
              I agree to the <a href={routes.terms()}>terms and conditions</a>
            </>
          }
        />
      </div>
      <Notice className="form__wide">{problem}</Notice>
      <SubmitButton busy={busy} className="form__wide">
        {busy ? 'Registering…' : 'Register'}
      </SubmitButton>
    </form>
  );
}
