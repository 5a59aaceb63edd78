import { stockSettings as schema, type StockSettings } from '#shared/schemas/stock-settings.ts';
import { Field, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { saveStockSettings } from '../stock/stock.ts';
import { number, ShopSettings } from './ShopSettings.tsx';

const title = 'Stock and orders';

export function StockSettingsScreen() {
  return (
    <ShopSettings title={title}>{(settings) => <SettingsForm settings={settings} />}</ShopSettings>
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
  return (
    <Form form={form} submit="Save" className="panel fields" aria-label={title}>
      <Field
        label="SKU pattern"
        {...form.field('skuPattern')}
        className="fields__half"
        autoComplete="off"
        spellCheck={false}
        hint={`For example ${exampleOf(pattern)} for product 1042 in navy and M. Existing SKUs do not change.`}
      />
      <Field
        label="Order numbers"
        {...form.field('orderNumberPattern')}
        className="fields__half"
        autoComplete="off"
        spellCheck={false}
        hint={`For example ${form.watch('orderNumberPattern').replace('{number}', '48213')}. Existing orders keep their number.`}
      />
      <Field
        label="Few left"
        {...form.field('fewLeft')}
        className="fields__third"
        {...number}
        min="0"
        max="99"
        hint="Shoppers see how many are left from this number down. 0 turns this off."
      />
      <Field
        label="Minutes to pay"
        {...form.field('holdMinutes')}
        className="fields__third"
        {...number}
        min="5"
        max="1440"
        hint="How long an unpaid order reserves its stock."
      />
      <Field
        label="Running low"
        {...form.field('runningLow')}
        className="fields__third"
        {...number}
        min="0"
        max="999"
        hint="Sizes and colors with this many available or fewer are listed as running low."
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
