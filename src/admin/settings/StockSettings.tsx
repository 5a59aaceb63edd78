import { useStore } from '@nanostores/react';
import { stockSettings as schema, type StockSettings } from '#shared/schemas/stock-settings.ts';
import { stockSettings } from '../../api/admin-stock.ts';
import { query } from '../../api/query.ts';
import { Field, Select, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { Loading } from '../listing/Loading.tsx';
import { saveStockSettings } from '../stock/stock.ts';

const $settings = query(stockSettings());

export function StockSettingsForm() {
  return (
    <Loading loaded={useStore($settings)} path={stockSettings().path} what="stock settings">
      {({ settings }) => <SettingsForm settings={settings} />}
    </Loading>
  );
}

/** An example SKU of a pattern, for a navy pullover in M. */
function exampleOf(pattern: string): string {
  return pattern
    .replaceAll('{number}', '1042')
    .replaceAll('{color}', 'NAVY')
    .replaceAll('{size}', 'M')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9._/-]/g, '')
    .replaceAll(/([._/-])[._/-]+/g, '$1')
    .replaceAll(/^[._/-]+|[._/-]+$/g, '');
}

function SettingsForm({ settings }: { readonly settings: StockSettings }) {
  const form = useForm({
    schema,
    values: { ...settings },
    save: (_values, _form, changes) => saveStockSettings(changes),
  });
  const pattern = form.watch('skuPattern');
  const number = { type: 'number', inputMode: 'numeric', step: '1' } as const;
  return (
    <Form form={form} submit="Save" className="panel" id="stock" aria-labelledby="stock-heading">
      <h2 id="stock-heading">Stock and orders</h2>
      <Field
        label="SKU pattern"
        {...form.field('skuPattern')}
        autoComplete="off"
        spellCheck={false}
        hint={`For example ${exampleOf(pattern)} for product 1042 in navy and M. Existing SKUs do not change.`}
      />
      <Field
        label="Order numbers"
        {...form.field('orderNumberPattern')}
        autoComplete="off"
        spellCheck={false}
        hint={`For example ${form.watch('orderNumberPattern').replace('{number}', '48213')}. Existing orders keep their number.`}
      />
      <Field
        label="Few left"
        {...form.field('fewLeft')}
        {...number}
        min="0"
        max="99"
        hint="Shoppers see how many are left from this number down. 0 turns this off."
      />
      <Field
        label="Minutes to pay"
        {...form.field('holdMinutes')}
        {...number}
        min="5"
        max="1440"
        hint="How long an unpaid order reserves its stock."
      />
      <Field
        label="Running low"
        {...form.field('runningLow')}
        {...number}
        min="0"
        max="999"
        hint="Sizes and colors with this many available or fewer are listed as running low."
      />
      <Field
        label="Days to return"
        {...form.field('returnDays')}
        {...number}
        min="0"
        max="999"
        hint="How long after delivery customers can request a return."
      />
      <TextArea
        label="Address for returns"
        {...form.field('returnAddress')}
        rows={4}
        maxLength={300}
        hint="Shown on the page Returns, in the email that approves a return, and on the order. Leave empty for the seller’s address on invoices."
      />
      <Field
        label="Days to send a return"
        {...form.field('returnSendDays')}
        {...number}
        min="0"
        max="999"
        hint="After its approval. Returns that are approved already keep their day."
      />
      <Select label="Who pays for sending returns" {...form.field('returnPayer')}>
        <option value="customer">The customer</option>
        <option value="shop">The shop</option>
      </Select>
      <Field
        label="Label for returns (optional)"
        {...form.field('returnLabel')}
        maxLength={300}
        hint="What customers read about the label, for example: Use the label in your parcel."
      />
      <TextArea
        label="Your own carriers"
        {...form.field('carriers')}
        rows={2}
        maxLength={2000}
        spellCheck={false}
        hint="One a line, the name and then the page that follows a parcel: Bike Post https://bike.example/{number}"
      />
    </Form>
  );
}
