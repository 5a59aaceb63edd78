import type { ImportColumns } from '#shared/schemas/product-files.ts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Field.tsx';

interface ColumnMappingProps {
  readonly table: ImportColumns;
  readonly onChange: () => void;
  /** With all columns known. */
  readonly onPreview: (table: ImportColumns) => void;
}

/** Columns in the order in which people look at them: what is not known, what is imported, what is left out. */
const groups = [
  { name: 'Not recognized', fits: (field: string | null) => field === null },
  { name: 'Imported', fits: (field: string | null) => field !== null && field !== '' },
  { name: 'Left out', fits: (field: string | null) => field === '' },
];

/** What each column of another shop's file is. */
export function ColumnMapping({ table, onChange, onPreview }: ColumnMappingProps) {
  const [columns, setColumns] = useState(table.columns);
  // They stay where they are while they are being changed.
  const [grouped] = useState(() =>
    groups.map(({ name, fits }) => ({
      name,
      places: table.columns.flatMap(({ field }, place) => (fits(field) ? [place] : [])),
    })),
  );
  const unknown = columns.filter((it) => it.field === null).length;
  function change(next: typeof columns): void {
    setColumns(next);
    onChange();
  }
  return (
    <details className="import-columns" open={table.columns.some((it) => it.field === null)}>
      <summary>
        Columns of {table.format}: {columns.filter((it) => it.field).length} imported,{' '}
        {columns.filter((it) => it.field === '').length} left out
        {unknown > 0 && `, ${unknown} not recognized`}
      </summary>
      {grouped.map(
        ({ name, places }) =>
          places.length > 0 && (
            <fieldset key={name}>
              <legend className="label">{name}</legend>
              {places.map((place) => (
                <Column
                  key={place}
                  column={columns[place]}
                  fields={table.fields}
                  onChange={(field) =>
                    change(columns.map((it, at) => (at === place ? { ...it, field } : it)))
                  }
                />
              ))}
            </fieldset>
          ),
      )}
      <p className="import-columns__actions">
        {unknown > 0 ? (
          <Button
            look="quiet"
            onClick={() => change(columns.map((it) => ({ ...it, field: it.field ?? '' })))}
          >
            Leave out what is not recognized
          </Button>
        ) : (
          <Button look="quiet" onClick={() => onPreview({ ...table, columns })}>
            Show changes
          </Button>
        )}
      </p>
    </details>
  );
}

interface ColumnProps {
  readonly column: ImportColumns['columns'][number] | undefined;
  readonly fields: ImportColumns['fields'];
  readonly onChange: (field: string) => void;
}

function Column({ column, fields, onChange }: ColumnProps) {
  if (!column) return null;
  const { heading, values, field } = column;
  return (
    <Select
      label={heading}
      hint={values.length > 0 ? values.join(' · ') : 'Empty'}
      value={field ?? 'unknown'}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    >
      {field === null && (
        <option value="unknown" disabled>
          Choose
        </option>
      )}
      <option value="">Leave out</option>
      {fields.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </Select>
  );
}
