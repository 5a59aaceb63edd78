import { useStore } from '@nanostores/react';
import { useImperativeHandle, type FocusEvent, type Ref } from 'react';
import type { Visitor, VisitorInput } from '#shared/schemas/visitors.ts';
import { revalidate, write } from '../../api/query.ts';
import { updateVisitor, visitor as typed } from '../../api/visitors.ts';
import { AddressFields } from '../../address/AddressFields.tsx';
import { loadGuest } from '../../address/complete.ts';
import { refusedCountry } from '../../address/country-names.ts';
import { routes } from '../../routes.ts';
import { $cartPrice, readPrice } from '../../stores/cart-price.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { AddressForm } from './AddressForm.tsx';
import { $visitor } from './buyer.ts';
import style from './CustomerDetails.module.css';

const person = [
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', className: 'form__wide' },
  { name: 'firstname', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastname', label: 'Last name', autoComplete: 'family-name' },
] as const;

interface GuestDetailsProps {
  readonly form: Ref<AddressForm>;
  /** Moves on to the delivery. */
  readonly onContinue: () => void;
}

/** Who orders without an account, and where it goes. */
export function GuestDetails({ form, onContinue }: GuestDetailsProps) {
  const { body, failure, busy } = useStore($visitor);
  return (
    <section className={style.customer} aria-labelledby="guest-details">
      <header>
        <h2 id="guest-details">Your details</h2>
        <p>
          Already have an account?{' '}
          <a className="lone-link" href={routes.userLogin(routes.userOrder())}>
            Log in
          </a>
        </p>
      </header>
      {body && <GuestForm visitor={body.visitor} ref={form} onContinue={onContinue} />}
      {!body && (busy || !failure) && (
        <div className={`${style.waiting} skeleton`} aria-busy="true" />
      )}
      {!body && !busy && failure && (
        <div className="empty" role="alert">
          <p>{failure.message}</p>
          <Button look="quiet" className="button--small" onClick={() => revalidate(typed().path)}>
            Try again
          </Button>
        </div>
      )}
    </section>
  );
}

interface GuestFormProps extends Pick<GuestDetailsProps, 'onContinue'> {
  readonly visitor: Visitor;
  readonly ref: Ref<AddressForm>;
}

/** Fields are saved when they are left, and all of them by Pay Now. */
function GuestForm({ visitor, ref, onContinue }: GuestFormProps) {
  const problem = useStore($cartPrice).body?.price?.deliveryProblem;
  const save = async (changes: VisitorInput) => {
    const refused = await refusedCountry(changes.country);
    if (refused) return refused;
    const reply = await updateVisitor(changes);
    if (!reply.ok) return reply;
    if (changes.country !== undefined) await readPrice();
    write(typed(), reply);
    return reply;
  };
  const { busy, submit, field, formProps, errorOf, setError, trigger, getValues } = useForm({
    schema: loadGuest,
    values: { ...visitor },
    save: async (_values, _form, changes) => {
      const outcome = await save(changes);
      if (!outcome.ok && outcome.issues.length === 0 && 'message' in outcome) {
        setError('root', { message: outcome.message });
      }
      return outcome;
    },
  });
  const undelivered = problem && { error: errorOf('country') ?? problem };
  useImperativeHandle(ref, () => ({ save: submit }));

  async function keep({ target }: FocusEvent<HTMLFormElement>): Promise<void> {
    const name = (Object.keys(visitor) as (keyof Visitor)[]).find((it) => it === target.name);
    if (!name || getValues(name) === visitor[name] || !(await trigger(name))) return;
    const outcome = await save({ [name]: getValues(name) });
    if (outcome.ok) return;
    for (const issue of outcome.issues) setError(name, { message: issue.message });
  }
  return (
    <form
      className={`form form--pairs ${style.address}`}
      method="post"
      {...formProps}
      onBlur={(event) => void keep(event)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit().then((saved) => saved && onContinue());
      }}
    >
      {person.map(({ name, ...it }) => (
        <Field key={name} {...it} required {...field(name)} />
      ))}
      <AddressFields
        required
        field={(name) => ({ ...field(name), ...(name === 'country' && undelivered) })}
      >
        <Field
          label="Phone number (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...field('phone')}
        />
      </AddressFields>
      <Notice className="form__wide">{errorOf('root')}</Notice>
      <div className="form__wide">
        <SubmitButton busy={busy} className="button--quiet">
          {busy ? 'Saving…' : 'Continue to delivery'}
        </SubmitButton>
      </div>
    </form>
  );
}
