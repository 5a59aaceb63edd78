import type { SavedAddress } from '#shared/schemas/addresses.ts';
import { AddressFields } from '../../address/AddressFields.tsx';
import { loadSavedAddress } from '../../address/complete.ts';
import { refusedCountry } from '../../address/country-names.ts';
import { RecipientField, PhoneField } from '../../address/PersonFields.tsx';
import { addresses, saveAddress } from '../../api/addresses.ts';
import { write } from '../../api/query.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { Check } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import style from './AddressBook.module.css';

const empty = {
  ...{ recipient: '', phone: '', address: '', city: '', postcode: '', state: '', country: '' },
  isDefault: false,
};

interface AddressEditorProps {
  /** Omitted for a new one. */
  readonly address: SavedAddress | undefined;
  readonly onSaved: () => void;
}

/** Adds an address to the address book, or changes one. */
export function AddressEditor({ address, onSaved }: AddressEditorProps) {
  const { busy, field, formProps, errorOf, register, setError } = useForm({
    schema: loadSavedAddress,
    values: address ?? empty,
    save: async (values) => {
      const refused = await refusedCountry(values.country);
      if (refused) return refused;
      const reply = await saveAddress(values, address?._id);
      if (reply.ok) {
        write(addresses(), reply);
        toastSuccess(reply.message);
      } else if (reply.issues.length === 0) setError('root', { message: reply.message });
      return reply;
    },
    onSaved,
  });
  return (
    <form className={`form form--pairs ${style.editor}`} method="post" {...formProps}>
      <AddressFields
        required
        legend="Address"
        field={field}
        before={<RecipientField {...field('recipient')} />}
      >
        <PhoneField {...field('phone')} />
      </AddressFields>
      <div className="form__wide">
        <Check label="Suggest this address at checkout" {...register('isDefault')} />
      </div>
      <Notice className="form__wide">{errorOf('root')}</Notice>
      <div className="form__wide">
        <SubmitButton busy={busy}>{busy ? 'Saving…' : 'Save address'}</SubmitButton>
      </div>
    </form>
  );
}
