import { useEffect, useRef } from 'react';
import type { User } from '#shared/schemas/users.ts';
import { write } from '../../api/query.ts';
import { profile, updateProfile } from '../../api/users.ts';
import { reloadPrice } from '../../stores/cart-price.ts';
import { CountryField } from '../../address/CountryField.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import style from './CustomerDetails.module.css';

const fields = [
  { name: 'address', label: 'Street address', autoComplete: 'address-line1', required: true },
  { name: 'postcode', label: 'Post code', autoComplete: 'postal-code' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'country', label: 'Country', autoComplete: 'country-name', required: true },
  { name: 'phone', label: 'Phone number', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
] as const;

/** The fields that a delivery requires. */
export function hasAddress({ address, country }: User): boolean {
  return address.trim() !== '' && country.trim() !== '';
}

interface AddressFormProps {
  user: User;
  /** Counts attempts to pay without it. */
  asked: number;
}

/** Asks for the delivery address, which is saved in the profile. */
export function AddressForm({ user, asked }: AddressFormProps) {
  const form = useRef<HTMLDivElement>(null);
  const { address, postcode, state, country, phone } = user;
  const { busy, field, formProps, errorOf, setError } = useForm({
    schema: async () => (await import('#shared/schemas/users.ts')).deliveryInput,
    values: { address, postcode, state, country, phone },
    save: async (_values, _form, changes) => {
      const reply = await updateProfile(changes);
      if (reply.ok) {
        write(profile(), reply);
        reloadPrice();
      } else if (reply.issues.length === 0) setError('root', { message: reply.message });
      return reply;
    },
  });
  useEffect(() => {
    if (asked > 0) form.current?.querySelector('input')?.focus();
  }, [asked]);
  return (
    <div ref={form}>
      <form className={`form form--pairs ${style.address}`} method="post" {...formProps}>
        <p className="form__wide" role="status">
          {asked > 0
            ? 'Please enter a delivery address before you pay.'
            : 'Where should we deliver? We will save the address in your account.'}
        </p>
        {fields.map(({ name, ...rest }) => {
          const Input = name === 'country' ? CountryField : Field;
          return <Input key={name} {...rest} {...field(name)} />;
        })}
        <div className="form__wide">
          {errorOf('root') && (
            <p className="notice" role="alert">
              {errorOf('root')}
            </p>
          )}
          <SubmitButton busy={busy}>{busy ? 'Saving…' : 'Save address'}</SubmitButton>
        </div>
      </form>
    </div>
  );
}
