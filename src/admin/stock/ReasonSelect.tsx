import type { ComponentProps } from 'react';
import { Select } from '../../ui/Field.tsx';
import { reasonLabels } from './variant-fields.ts';

/** The reason of a stock change. */
export function ReasonSelect(props: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  return (
    <Select label="Reason" {...props}>
      {Object.entries(reasonLabels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
