import { X } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../../ui/Field.tsx';

interface RepeatedFieldProps {
  readonly label: string;
  /** Entries are sent as `name[0]`, `name[1]`, … */
  readonly name: string;
  /** What is there already; a new record starts with one empty entry. */
  readonly values?: readonly string[];
  /** Followed by the number of the entry. */
  readonly placeholder?: string;
  readonly errorOf: (path: string) => string | undefined;
}

const oneEmpty = [''] as const;

/** One text input per entry; rows can be added and removed. */
export function RepeatedField(props: RepeatedFieldProps) {
  const { label, name, values = oneEmpty, placeholder, errorOf } = props;
  const [keys, setKeys] = useState<readonly number[]>(() => values.map((_, index) => index));
  return (
    <fieldset className="repeated">
      <legend className="field__label">{label}</legend>
      {keys.map((key, index) => (
        <div className="repeated__row" key={key}>
          <Field
            label={`${label} ${index + 1}`}
            name={`${name}[${index}]`}
            placeholder={placeholder && `${placeholder} ${index + 1}`}
            defaultValue={values[key] ?? ''}
            autoComplete="off"
            error={errorOf(`${name}.${index}`)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${label} ${index + 1}`}
            onClick={() => setKeys(keys.filter((it) => it !== key))}
          >
            <X aria-hidden size={16} />
          </button>
        </div>
      ))}
      {errorOf(name) && <p className="field__error">{errorOf(name)}</p>}
      <button
        type="button"
        className="link-button"
        onClick={() => setKeys([...keys, Math.max(values.length - 1, ...keys) + 1])}
      >
        + Add
      </button>
    </fieldset>
  );
}

/** The entries of such a field, in their order. */
export function entriesOf(form: FormData, name: string): string[] {
  return [...form].flatMap(([key, value]) =>
    key.startsWith(`${name}[`) && typeof value === 'string' ? [value] : [],
  );
}
