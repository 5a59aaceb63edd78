import { useImperativeHandle, type Ref } from 'react';
import type { User } from '#shared/schemas/users.ts';
import { write } from '../../api/query.ts';
import { profile, updateProfile } from '../../api/users.ts';
import { readPrice, want } from '../../stores/cart-price.ts';
import { AddressFields } from '../../address/AddressFields.tsx';
import { loadDelivery } from '../../address/complete.ts';
import { refusedCountry } from '../../address/country-names.ts';
import { PhoneField } from '../../address/PersonFields.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import style from './CustomerDetails.module.css';
import { usePricedCountry } from './use-priced-country.ts';

/** The fields that a delivery requires. */
export function hasAddress({ address, country }: Pick<User, 'address' | 'country'>): boolean {
  return address.trim() !== '' && country.trim() !== '';
}

export interface AddressForm {
  /** Saves what was entered; false if something is missing, which is then said at its field. */
  save: () => Promise<boolean>;
}

interface AddressFormProps {
  user: User;
  ref: Ref<AddressForm>;
}

/** Asks for the delivery address, which is saved in the profile. */
export function AddressForm({ user, ref }: AddressFormProps) {
  const { address, city, postcode, state, country, phone } = user;
  const { busy, submit, field, formProps, errorOf, setError } = useForm({
    schema: loadDelivery,
    values: { address, city, postcode, state, country, phone },
    save: async (values, _form, changes) => {
      const refused = await refusedCountry(values.country);
      if (refused) return refused;
      const reply = await updateProfile(changes);
      if (reply.ok) {
        want({ typedCountry: '' });
        // First the price: without its country the form would be shown again.
        await readPrice();
        write(profile(), reply);
      } else if (reply.issues.length === 0) setError('root', { message: reply.message });
      return reply;
    },
  });
  const priced = usePricedCountry();
  useImperativeHandle(ref, () => ({ save: submit }));
  return (
    <form className={`form form--pairs ${style.address}`} method="post" {...formProps}>
      <AddressFields
        required
        field={field}
        {...priced}
        hint="Where should we deliver? We will save the address in your account."
      >
        <PhoneField {...field('phone')} />
      </AddressFields>
      <Notice className="form__wide">{errorOf('root')}</Notice>
      <div className="form__wide">
        <SubmitButton busy={busy} className="button--quiet">
          {busy ? 'Saving…' : 'Save address'}
        </SubmitButton>
      </div>
    </form>
  );
}
