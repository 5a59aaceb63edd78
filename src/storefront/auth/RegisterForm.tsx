import { useState, type FormEvent } from 'react';
import { toastTimes } from '#shared/first-messages.ts';
import { messages } from '#shared/messages.ts';
import { register } from '../../api/auth.ts';
import type { Issue } from '../../api/client.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { showIssues } from '../../ui/show-issues.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

const text = (data: FormData, name: string): string => String(data.get(name) ?? '');

/** Makes a customer's account. What was typed stays where it is when something is wrong, and the field says what. */
export function RegisterForm() {
  const [busy, setBusy] = useState(false);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [trouble, setTrouble] = useState<string>();
  const error = (path: string) => issues.find((it) => it.path === path)?.message;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setTrouble(undefined);
    if (data.get('password') !== data.get('confirmPassword')) {
      const mismatch = [{ path: 'confirmPassword', message: messages.auth.passwordMismatch }];
      showIssues(form, mismatch, () => setIssues(mismatch));
      toastError(messages.auth.passwordMismatch, toastTimes.mismatch);
      return;
    }
    setIssues([]);
    setBusy(true);
    const reply = await register({
      firstname: text(data, 'firstname'),
      lastname: text(data, 'lastname'),
      email: text(data, 'email'),
      password: text(data, 'password'),
      phone: text(data, 'phone'),
      country: text(data, 'country'),
      state: text(data, 'state'),
      address: text(data, 'address'),
      postcode: text(data, 'postcode'),
    });
    if (reply.ok) {
      const next = new URLSearchParams(location.search).get('next') ?? undefined;
      moveWithToast(routes.userLogin(next), 'success', messages.auth.registered);
      return;
    }
    setBusy(false);
    showIssues(form, reply.issues, () => setIssues(reply.issues));
    if (reply.issues.length === 0) setTrouble(reply.message);
    toastError(messages.auth.registrationFailed);
  };

  return (
    <form className="form form--pairs" method="post" onSubmit={(event) => void submit(event)}>
      <Field
        label="First name"
        name="firstname"
        autoComplete="given-name"
        required
        error={error('firstname')}
      />
      <Field
        label="Last name"
        name="lastname"
        autoComplete="family-name"
        required
        error={error('lastname')}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={error('email')}
      />
      <Field
        label="Phone number"
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        error={error('phone')}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 6 characters"
        error={error('password')}
      />
      <Field
        label="Confirm password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        required
        error={error('confirmPassword')}
      />
      <Field label="Country" name="country" autoComplete="country-name" error={error('country')} />
      <Field label="State" name="state" autoComplete="address-level1" error={error('state')} />
      <Field label="Address" name="address" autoComplete="address-line1" error={error('address')} />
      <Field
        label="Postcode"
        name="postcode"
        autoComplete="postal-code"
        error={error('postcode')}
      />
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
      {trouble && <p className="notice form__wide">{trouble}</p>}
      <SubmitButton busy={busy} className="form__wide">
        {busy ? 'Registering…' : 'Register'}
      </SubmitButton>
    </form>
  );
}
