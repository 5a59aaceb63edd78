import { stockSettings as schema, type StockSettings } from '#shared/schemas/stock-settings.ts';
import { Check, Field, Select, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { saveStockSettings } from '../stock/stock.ts';
import { number, ShopSettings } from './ShopSettings.tsx';

/** Until when, where to and at whose cost customers return what they bought. */
export function ReturnSettingsScreen() {
  return (
    <ShopSettings title="Returns">
      {(settings) => <SettingsForm settings={settings} />}
    </ShopSettings>
  );
}

function SettingsForm({ settings }: { readonly settings: StockSettings }) {
  const form = useForm({
    schema,
    values: { ...settings },
    save: (_values, _form, changes) => saveStockSettings(changes),
  });
  return (
    <Form form={form} submit="Save" className="panel fields" aria-label="Returns">
      <Field
        label="Days to return"
        {...form.field('returnDays')}
        className="fields__third"
        {...number}
        min="0"
        max="999"
        hint="How long after delivery customers can request a return."
      />
      <Field
        label="Days to send a return"
        {...form.field('returnSendDays')}
        className="fields__third"
        {...number}
        min="0"
        max="999"
        hint="After its approval. Returns that are approved already keep their day."
      />
      <Select
        label="Who pays for sending returns"
        {...form.field('returnPayer')}
        className="fields__third"
      >
        <option value="customer">The customer</option>
        <option value="shop">The shop</option>
      </Select>
      <TextArea
        label="Address for returns"
        {...form.field('returnAddress')}
        rows={4}
        maxLength={300}
        hint="Shown on the page Returns, in the email that approves a return, and on the order. Leave empty for the seller’s address on invoices."
      />
      <Field
        label="Label for returns (optional)"
        {...form.field('returnLabel')}
        maxLength={300}
        hint="What customers read about the label, for example: Use the label in your parcel."
      />
      <Field
        label="Days to hold an exchange"
        {...form.field('exchangeDays')}
        className="fields__third"
        {...number}
        min="1"
        max="999"
        hint="From its approval until the pieces arrive, and again until the difference is paid."
      />
      <Check
        label="Send exchanges once they are approved, before the pieces have arrived"
        {...form.register('exchangeAtOnce')}
      />
    </Form>
  );
}
