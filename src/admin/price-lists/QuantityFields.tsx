import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.tsx';

interface QuantityFieldsProps {
  readonly field: (name: 'minimum' | 'multiple') => Partial<ComponentProps<typeof Field>>;
  readonly hint: string;
}

/** The least number of pieces of an order, and the size of a pack. */
export function QuantityFields({ field, hint }: QuantityFieldsProps) {
  const whole = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <>
      <Field label="Minimum quantity" {...field('minimum')} {...whole} hint={hint} />
      <Field label="Pack of" {...field('multiple')} {...whole} />
    </>
  );
}
