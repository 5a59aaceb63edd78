import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.tsx';

interface QuantityFieldsProps {
  readonly field: (name: 'minimum' | 'multiple') => Partial<ComponentProps<typeof Field>>;
  readonly hint: string;
}

/** The minimum quantity and the pack size. */
export function QuantityFields({ field, hint }: QuantityFieldsProps) {
  const whole = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <>
      <Field label="Minimum quantity" {...field('minimum')} {...whole} hint={hint} />
      <Field label="Pack of" {...field('multiple')} {...whole} />
    </>
  );
}
