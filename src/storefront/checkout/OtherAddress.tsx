import { useImperativeHandle, type Ref } from 'react';
import { AddressFields } from '../../address/AddressFields.tsx';
import { loadSavedAddress } from '../../address/complete.ts';
import { refusedCountry } from '../../address/country-names.ts';
import { PhoneField, RecipientField } from '../../address/PersonFields.tsx';
import { addresses, saveAddress } from '../../api/addresses.ts';
import { write } from '../../api/query.ts';
import { readPrice } from '../../stores/cart-price.ts';
import { Check } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { AddressForm } from './AddressForm.tsx';
import { useIsGuest } from './buyer.ts';
import { $addresses, deliverTo, isSame } from './delivery.ts';
import { usePricedCountry } from './use-priced-country.ts';

const empty = {
  ...{ recipient: '', phone: '', address: '', city: '', postcode: '', state: '', country: '' },
  isDefault: false,
};

/** An address that is not in the address book yet, and may be added to it. */
export function OtherAddress({ ref }: { readonly ref: Ref<AddressForm> }) {
  const priced = usePricedCountry();
  const { busy, submit, field, formProps, errorOf, setError } = useForm({
    schema: loadSavedAddress,
    values: empty,
    save: async (address, form) => {
      const refused = await refusedCountry(address.country);
      if (refused) return refused;
      const isKnown = $addresses.get().body?.addresses.some((it) => isSame(it, address));
      if (form.has('keep') && !isKnown) {
        const reply = await saveAddress(address);
        if (!reply.ok) {
          if (reply.issues.length === 0) setError('root', { message: reply.message });
          return reply;
        }
        write(addresses(), reply);
      }
      deliverTo(address);
      await readPrice();
      return { ok: true };
    },
  });
  useImperativeHandle(ref, () => ({ save: submit }));
  return (
    <form className="form form--pairs" method="post" {...formProps}>
      <AddressFields
        required
        legend="Address to deliver to"
        field={field}
        {...priced}
        before={<RecipientField {...field('recipient')} />}
      >
        <PhoneField {...field('phone')} />
      </AddressFields>
      {!useIsGuest() && (
        <div className="form__wide">
          <Check label="Save it in my address book" name="keep" defaultChecked />
        </div>
      )}
      <Notice className="form__wide">{errorOf('root')}</Notice>
      <div className="form__wide">
        <SubmitButton busy={busy} className="button--quiet">
          {busy ? 'Saving…' : 'Deliver here'}
        </SubmitButton>
      </div>
    </form>
  );
}
