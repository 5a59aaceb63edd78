import { useStore } from '@nanostores/react';
import { currencyName } from '#shared/domain/money.ts';
import { checkVoucher, voucherFields, type Voucher } from '#shared/schemas/vouchers.ts';
import { amountInput } from '../forms/amount-input.ts';
import { Button } from '../../ui/Button.tsx';
import { Check, Field, Select } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { $categories } from '../categories/categories.ts';
import { Form, PlannedField } from '../forms/Form.tsx';
import { plannedTime, toField } from '../forms/planned-time.ts';
import { createVoucher, updateVoucher } from './vouchers.ts';
import './voucher-form.css';

const voucherForm = voucherFields
  .extend({ startsAt: plannedTime, endsAt: plannedTime })
  .check(checkVoucher);

/** Without similar letters and digits; 32 of them, so that a random byte is unbiased. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => letters[byte % letters.length])
    .join('');

interface VoucherFormProps {
  /** Null for a new one. */
  readonly voucher: Voucher | null;
  readonly onDone: () => void;
}

export function VoucherForm({ voucher, onDone }: VoucherFormProps) {
  const categories = useStore($categories);
  const form = useForm({
    schema: voucherForm,
    values: {
      code: voucher?.code ?? '',
      kind: voucher?.kind ?? 'percent',
      value: voucher ? String(voucher.value) : '',
      startsAt: toField(voucher?.startsAt),
      endsAt: toField(voucher?.endsAt),
      minimum: String(voucher?.minimum ?? 0),
      categories: voucher?.categories ?? [],
      oncePerCustomer: voucher?.oncePerCustomer ?? false,
      maxUses: String(voucher?.maxUses ?? ''),
    },
    save: (values, _, changes) =>
      voucher ? updateVoucher(voucher._id, changes) : createVoucher(values),
    onSaved: onDone,
  });
  const { field } = form;
  return (
    <Form form={form} submit={voucher ? 'Update' : 'Add'} className="fields">
      <Field
        label="Code"
        {...field('code')}
        className="fields__most voucher-code"
        hint="Customers enter this at checkout. Not case-sensitive."
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
      />
      <Button
        look="link"
        className="fields__third voucher-generate"
        onClick={() =>
          form.setValue('code', newCode(), { shouldDirty: true, shouldValidate: true })
        }
      >
        Generate a code
      </Button>
      <Select label="Discount" {...field('kind')} className="fields__half">
        <option value="percent">A percentage</option>
        <option value="amount">An amount in {currencyName()}</option>
      </Select>
      <Field
        label="Value"
        {...field('value')}
        {...amountInput()}
        step="any"
        className="fields__half"
      />
      <PlannedField
        label="Valid from"
        {...field('startsAt')}
        className="fields__half"
        empty="to start immediately"
      />
      <PlannedField
        label="Valid until"
        {...field('endsAt')}
        className="fields__half"
        empty="for no end date"
      />
      <Field
        label="Minimum"
        {...field('minimum')}
        className="fields__most"
        {...amountInput()}
        hint={`Minimum total of the eligible products, in ${currencyName()}, before tax is taken off for companies that pay none`}
      />
      <Field
        label="Usage limit"
        {...field('maxUses')}
        className="fields__third"
        type="number"
        inputMode="numeric"
        min="1"
        hint="Leave empty for no limit"
      />
      <Check label="Once per customer" {...form.register('oncePerCustomer')} />
      {categories.length > 0 && (
        <fieldset className="voucher-categories">
          <legend className="field__label">Categories</legend>
          <p className="field__hint">Select none to include all products.</p>
          {categories.map(({ _id, name }) => (
            <Check key={_id} label={name} value={_id} {...form.register('categories')} />
          ))}
        </fieldset>
      )}
    </Form>
  );
}
