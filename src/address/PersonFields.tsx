import type { ComponentProps } from 'react';
import { Field } from '../ui/Field.tsx';

type FieldProps = Partial<ComponentProps<typeof Field>>;

/** Who receives an order. */
export function RecipientField(field: FieldProps) {
  return (
    <Field
      label="Full name"
      className="form__wide"
      autoComplete="shipping name"
      maxLength={200}
      {...field}
      required
    />
  );
}

/** A phone number for the carrier. */
export function PhoneField(field: FieldProps) {
  return (
    <Field
      label="Phone number (optional)"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      {...field}
    />
  );
}
