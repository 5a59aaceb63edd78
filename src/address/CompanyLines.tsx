import type { ComponentProps } from 'react';
import { Field } from '../ui/Field.tsx';
import { useAddressFormat } from './use-address-format.ts';

const attributes = {
  city: { autoComplete: 'address-level2', maxLength: 200 },
  postcode: { autoComplete: 'postal-code', maxLength: 50 },
} as const;
type CompanyLine = keyof typeof attributes;
const isLine = (name: string): name is CompanyLine => name in attributes;

interface CompanyLinesProps {
  /** From `useForm`. */
  readonly field: (name: CompanyLine) => ComponentProps<typeof Field> | object;
  /** The code of the chosen country, or empty. */
  readonly country: string;
  /** Whether the city has to be given. */
  readonly required?: boolean;
}

/** City and post code of a company, with the names that its country gives them. */
export function CompanyLines({ field, country, required = false }: CompanyLinesProps) {
  const { lines } = useAddressFormat(country || null);
  return lines.map(({ name, label, required: isNeeded }) => {
    if (!isLine(name)) return null;
    const isRequired = required && isNeeded && name === 'city';
    return (
      <Field
        key={name}
        label={required && !isRequired ? `${label} (optional)` : label}
        required={isRequired}
        {...attributes[name]}
        {...field(name)}
      />
    );
  });
}
