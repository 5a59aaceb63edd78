import { useStore } from '@nanostores/react';
import { companyMessages } from '#shared/company-messages.ts';
import type { CompanyInput, OwnCompany } from '#shared/schemas/companies.ts';
import { useEffect, useState } from 'react';
import { CompanyLines } from '../../address/CompanyLines.tsx';
import { ownCompany, requestCompany } from '../../api/companies.ts';
import { countries } from '../../api/countries.ts';
import { query, revalidate, write } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Field, Select, TextArea } from '../../ui/Field.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import { moveToLogin } from '../sign-in.ts';
import { keepDraft, takeDraft } from './request-draft.ts';

const $countries = query(countries());

async function loadCompany() {
  const [{ companyInput }, { complete }] = await Promise.all([
    import('#shared/schemas/companies.ts'),
    import('#shared/schemas/complete-address.ts'),
  ]);
  return complete(
    companyInput,
    (code) => Promise.resolve(code),
    ({ city }) => ({ city }),
  );
}
const about = 'wholesale';

const valuesOf = (it: Partial<Omit<OwnCompany, 'status'>>): CompanyInput => ({
  name: it.name ?? '',
  vatId: it.vatId ?? '',
  address: it.address ?? '',
  postcode: it.postcode ?? '',
  city: it.city ?? '',
  country: it.country ?? '',
  phone: it.phone ?? '',
  about: it.about ?? '',
});

/**
 * The wholesale application. Input is kept across a sign-in; a refused company applies again with its previous values
 * (`before`).
 */
export function RequestForm({ before }: { before: OwnCompany | null }) {
  const known = useStore($countries).body?.countries;
  const [values] = useState(() => valuesOf(before ?? {}));
  const { busy, field, formProps, getValues, setValue, watch } = useForm({
    schema: loadCompany,
    values,
    save: async (request) => {
      const reply = await requestCompany(request);
      if (reply.ok) {
        toastSuccess(companyMessages.requested, undefined, about);
        write(ownCompany(), reply);
      } else if (reply.status === 401) {
        keepDraft(getValues());
        moveToLogin();
      } else if (reply.issues.length === 0) toastError(reply.message, undefined, about);
      // They were invited meanwhile, or applied in another tab.
      if (!reply.ok && reply.status === 409) revalidate('/wholesale/company');
      return reply;
    },
  });
  // The value can only be set once the options exist; when they are loaded again, it is the shopper's.
  const isReady = known !== undefined;
  useEffect(() => {
    if (!isReady) return;
    for (const [name, value] of Object.entries({ country: values.country, ...takeDraft() })) {
      if (value) setValue(name as keyof CompanyInput, value);
    }
  }, [isReady, values, setValue]);

  return (
    <form className="form form--pairs" method="post" {...formProps}>
      <Field
        label="Company name"
        className="form__wide"
        {...field('name')}
        autoComplete="organization"
        required
        maxLength={200}
      />
      <Field
        label="VAT number (optional)"
        {...field('vatId')}
        hint="Including the country code, for example DE136695976"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
      />
      <Field label="Phone number (optional)" {...field('phone')} type="tel" autoComplete="tel" />
      <Select
        label="Country"
        className="form__wide"
        {...field('country')}
        autoComplete="country"
        required
      >
        <option value="">Choose…</option>
        {known?.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        label="Street address"
        className="form__wide"
        {...field('address')}
        autoComplete="address-line1"
        required
        maxLength={500}
      />
      <CompanyLines field={field} country={watch('country')} required />
      <TextArea
        label="What do you sell?"
        className="form__wide"
        {...field('about')}
        hint="Your shop, its customers, and what you would like to carry"
        required
        maxLength={2000}
        rows={4}
      />
      <SubmitButton busy={busy} className="form__wide">
        {busy ? 'Sending…' : 'Apply for wholesale'}
      </SubmitButton>
    </form>
  );
}
