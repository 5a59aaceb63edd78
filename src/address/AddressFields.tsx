import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../ui/Field.tsx';
import { CountryField } from './CountryField.tsx';
import style from './AddressFields.module.css';

const fields = [
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
  { name: 'address', label: 'Street address', autoComplete: 'address-line1' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1', mayLack: true },
  { name: 'postcode', label: 'Post code', autoComplete: 'postal-code', mayLack: true },
] as const;
export type AddressField = (typeof fields)[number]['name'];

interface AddressFieldsProps {
  /** From `useForm`. */
  readonly field: (name: AddressField) => ComponentProps<typeof Field> | object;
  /** Whether an order needs it now. */
  readonly required?: boolean;
  readonly hint?: string;
  /** Further fields. */
  readonly children?: ReactNode;
}

/** The fields of a delivery address, the same in every form. */
export function AddressFields({ field, required = false, hint, children }: AddressFieldsProps) {
  return (
    <fieldset className={`form__wide ${style.address}`}>
      <legend>{required ? 'Delivery address' : 'Delivery address (optional)'}</legend>
      {hint && <p className="field__hint">{hint}</p>}
      <div className="form form--pairs">
        {fields.map(({ name, label, autoComplete, ...it }) => {
          const Input = name === 'country' ? CountryField : Field;
          const optional = required && 'mayLack' in it;
          return (
            <Input
              key={name}
              label={optional ? `${label} (optional)` : label}
              autoComplete={autoComplete}
              required={required && !optional}
              {...field(name)}
            />
          );
        })}
        {children}
      </div>
    </fieldset>
  );
}
