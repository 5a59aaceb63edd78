import { X } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../../ui/Field.tsx';

interface RepeatedFieldProps {
  readonly label: string;
  /** Entries are sent as `name[0]`, `name[1]`, … */
  readonly name: string;
  readonly errorOf: (path: string) => string | undefined;
}

/** One text input per entry, at first a single empty one; rows can be added and removed. */
export function RepeatedField({ label, name, errorOf }: RepeatedFieldProps) {
  const [keys, setKeys] = useState<readonly number[]>([0]);
  return (
    <fieldset className="repeated">
      <legend className="field__label">{label}</legend>
      {keys.map((key, index) => (
        <div className="repeated__row" key={key}>
          <Field
            label={`${label} ${index + 1}`}
            name={`${name}[${index}]`}
            autoComplete="off"
            error={errorOf(`${name}.${index}`)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label="Remove"
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
        onClick={() => setKeys([...keys, Math.max(-1, ...keys) + 1])}
      >
        + Add
      </button>
    </fieldset>
  );
}
