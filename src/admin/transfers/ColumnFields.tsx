import type { BankColumns, Transfers } from '#shared/schemas/transfers.ts';
import { useState } from 'react';
import { Select } from '../../ui/Field.tsx';
import { lacksColumns } from './fates.ts';

const labels = {
  date: 'Date',
  amount: 'Amount',
  text: 'Text or reference',
  name: 'Name',
  currency: 'Currency',
  direction: 'Incoming or outgoing',
} as const;
const names = ['date', 'amount', 'text', 'name', 'currency', 'direction'] as const;

interface ColumnFieldsProps extends Pick<Transfers, 'headings' | 'columns'> {
  readonly onChange: (columns: BankColumns) => void;
}

/** Which column of the file has what; open where one is missing that is needed. */
export function ColumnFields({ headings, columns, onChange }: ColumnFieldsProps) {
  // Stays open while they are chosen.
  const [isOpen] = useState(lacksColumns(columns));
  return (
    <details open={isOpen}>
      <summary>Columns</summary>
      <div className="transfers__columns">
        {names.map((name) => (
          <Select
            key={name}
            label={labels[name]}
            value={columns[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...columns, [name]: value === '' ? null : Number(value) })
            }
          >
            <option value="">None</option>
            {headings.map((heading, place) => (
              <option key={place} value={place}>
                {heading || `Column ${place + 1}`}
              </option>
            ))}
          </Select>
        ))}
      </div>
    </details>
  );
}
