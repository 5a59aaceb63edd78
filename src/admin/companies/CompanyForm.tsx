import { currencyName } from '#shared/domain/money.ts';
import { companyFields, type OfficeCompany } from '#shared/schemas/companies.ts';
import { useStore } from '@nanostores/react';
import { amountInput } from '../forms/amount-input.ts';
import { CompanyLines } from '../../address/CompanyLines.tsx';
import { countries } from '../../api/countries.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { Check, Field, Select, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { saveCompany } from './companies.ts';

const $countries = query(countries());

interface CompanyFormProps {
  readonly company: OfficeCompany;
  readonly onDone: () => void;
}

/** The details of a company: name, prices, terms, limits. */
export function CompanyForm({ company, onDone }: CompanyFormProps) {
  const known = useStore($countries).body?.countries ?? [
    { code: company.country, name: company.countryName },
  ];
  const form = useForm({
    schema: companyFields,
    values: {
      name: company.name,
      vatId: company.vatId,
      address: company.address,
      postcode: company.postcode,
      city: company.city,
      country: company.country,
      phone: company.phone,
      about: company.about,
      priceList: company.priceListId ?? '',
      termsDays: String(company.termsDays),
      creditLimit: String(company.creditLimit),
      orderMinimum: String(company.orderMinimum),
      taxFree: company.taxFree,
    },
    save: (_values, _form, changes) => saveCompany(company._id, changes),
    onSaved: onDone,
  });
  const { field } = form;
  return (
    <Form form={form} submit="Update" className="form--pairs">
      <Field label="Name" className="form__wide" {...field('name')} maxLength={200} />
      <Select label="Price list" {...field('priceList')}>
        <option value="">Standard prices</option>
        {company.priceLists.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        label="Minimum order"
        {...field('orderMinimum')}
        {...amountInput()}
        hint={`The minimum total of the products in an order, in ${currencyName()}, before tax is taken off`}
      />
      <Field
        label="Payment terms in days"
        {...field('termsDays')}
        type="number"
        inputMode="numeric"
        min="0"
        max="365"
        hint="0 for card payment only"
      />
      <Field
        label="Credit limit"
        {...field('creditLimit')}
        {...amountInput()}
        hint={`The maximum total of unpaid orders, in ${currencyName()}`}
      />
      <p className="field__hint form__wide">
        Orders on terms are paid to the <a href={routes.taxes()}>bank account</a> of the shop.
      </p>
      <Field label="VAT number" {...field('vatId')} hint="For example DE136695976" maxLength={30} />
      <div className="field">
        <Check
          label="VAT number verified: no tax on deliveries to other EU countries"
          {...form.register('taxFree')}
        />
      </div>
      <Select label="Country" {...field('country')}>
        {known.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Field label="Street address" {...field('address')} maxLength={500} />
      <CompanyLines field={field} country={form.watch('country')} />
      <Field label="Phone" {...field('phone')} type="tel" maxLength={50} />
      <TextArea
        label="What they sell"
        className="form__wide"
        {...field('about')}
        rows={3}
        maxLength={2000}
      />
    </Form>
  );
}
