import { stockSettings as schema, type StockSettings } from '#shared/schemas/stock-settings.ts';
import { Field, Select, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { saveStockSettings } from '../stock/stock.ts';

export const number = { type: 'number', inputMode: 'numeric', step: '1' } as const;

/** Until when, where to and at whose cost customers return what they bought. */
export function ReturnSettings({ settings }: { readonly settings: StockSettings }) {
  const form = useForm({
    schema,
    values: { ...settings },
    save: (_values, _form, changes) => saveStockSettings(changes),
  });
  return (
    <Form form={form} submit="Save" className="panel" aria-labelledby="returns-heading">
      <h2 id="returns-heading">Returns</h2>
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
    </Form>
  );
}
