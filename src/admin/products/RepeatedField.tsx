import { X } from 'lucide-react';
import { useController, type Control } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Button } from '../../ui/Button.tsx';
import type { ProductEdits, ProductValues } from './product-edits.ts';
import './repeated-field.css';

interface RepeatedFieldProps {
  readonly label: string;
  /** Entries are sent as `name[0]`, `name[1]`, … */
  readonly name: 'colors' | 'sizes';
  readonly control: Control<ProductValues, unknown, ProductEdits>;
  readonly errorOf: (path: string) => string | undefined;
  /** Followed by the number of the entry. */
  readonly placeholder?: string;
}

/** One text input per entry; rows can be added and removed. */
export function RepeatedField({ label, name, control, errorOf, placeholder }: RepeatedFieldProps) {
  const { field } = useController({ control, name });
  const entries = field.value ?? [];
  return (
    <fieldset className="repeated">
      <legend className="field__label">{label}</legend>
      {entries.map((entry, index) => (
        <div className="repeated__row" key={index}>
          <Field
            label={`${label} ${index + 1}`}
            name={`${name}[${index}]`}
            placeholder={placeholder && `${placeholder} ${index + 1}`}
            value={entry}
            onChange={({ currentTarget: { value } }) => field.onChange(entries.with(index, value))}
            autoComplete="off"
            error={errorOf(`${name}.${index}`)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${label} ${index + 1}`}
            onClick={() => field.onChange(entries.toSpliced(index, 1))}
          >
            <X aria-hidden size={16} />
          </button>
        </div>
      ))}
      {errorOf(`${name}.root`) && <p className="field__error">{errorOf(`${name}.root`)}</p>}
      <Button look="link" onClick={() => field.onChange([...entries, ''])}>
        + Add
      </Button>
    </fieldset>
  );
}
