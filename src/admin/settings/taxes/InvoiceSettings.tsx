import { taxSettings, type Taxes } from '#shared/schemas/taxes.ts';
import { Check, Field, Select, TextArea } from '../../../ui/Field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Form } from '../../forms/Form.tsx';
import { saveSettings } from './taxes.ts';

/** Whether prices include tax, and what invoices say beside the seller's name and address, which are those of the shop. */
export function InvoiceSettings({ settings, countries }: Pick<Taxes, 'settings' | 'countries'>) {
  const form = useForm({
    schema: taxSettings,
    values: { ...settings },
    save: (_values, _form, changes) => saveSettings(changes),
  });
  const numberOf = (field: 'invoiceNumberPattern' | 'creditNoteNumberPattern') =>
    form.watch(field).replace('{number}', '1042');
  return (
    <Form form={form} submit="Save" className="panel fields" aria-labelledby="invoices-heading">
      <h2 id="invoices-heading">Invoices</h2>
      <Check
        label="Prices of products and shipping include tax"
        {...form.register('pricesIncludeTax')}
      />
      <Field
        label="Tax ID"
        {...form.field('sellerTaxId')}
        className="fields__half"
        autoComplete="off"
      />
      <Select
        label="Country"
        {...form.field('sellerCountry')}
        className="fields__half"
        hint="Companies in other EU countries whose VAT number you have verified pay no tax."
      >
        <option value="">Not set</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextArea
        label="Bank account"
        {...form.field('bankAccount')}
        rows={4}
        autoComplete="off"
        hint="Account holder, IBAN or account number, BIC or routing number, and bank, as customers read them on invoices, emails and orders on terms or by bank transfer. Orders in euros get a QR code if there is an IBAN."
      />
      <Field
        label="Invoice numbers"
        {...form.field('invoiceNumberPattern')}
        className="fields__half"
        autoComplete="off"
        spellCheck={false}
        hint={`For example ${numberOf('invoiceNumberPattern')}. Numbered from 1, without gaps.`}
      />
      <Field
        label="Credit note numbers"
        {...form.field('creditNoteNumberPattern')}
        className="fields__half"
        autoComplete="off"
        spellCheck={false}
        hint={`For example ${numberOf('creditNoteNumberPattern')}.`}
      />
    </Form>
  );
}
