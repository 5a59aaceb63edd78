import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import type { AddressLine } from '#shared/domain/address-format.ts';
import { Field } from '../ui/Field.tsx';
import { CountryField } from './CountryField.tsx';
import { anyCountry, useAddressFormat } from './use-address-format.ts';
import style from './AddressFields.module.css';

const autoComplete: Readonly<Record<AddressLine, string>> = {
  address: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
};
export type AddressField = AddressLine | 'country';

interface AddressFieldsProps {
  /** From `useForm`. */
  readonly field: (name: AddressField) => ComponentProps<typeof Field> | object;
  /** Whether an order needs it now. */
  readonly required?: boolean;
  readonly legend?: string;
  readonly hint?: string;
  /** Why nothing is delivered to the country. */
  readonly problem?: string;
  /** Of a country that was typed, with null for one that is not known. */
  readonly onCountry?: (code: string | null, typed: string) => void;
  /** Fields before the country. */
  readonly before?: ReactNode;
  /** Further fields. */
  readonly children?: ReactNode;
}

/** The fields of an address, the same in every form: in the order and with the names that the country gives them. */
export function AddressFields({
  field,
  required = false,
  legend = required ? 'Delivery address' : 'Delivery address (optional)',
  hint,
  problem,
  onCountry,
  before,
  children,
}: AddressFieldsProps) {
  const id = useId();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const [code, setCode] = useState<string | null>(null);
  const { lines, states, doubt } = useAddressFormat(code);
  // Lines that are filled stay, also where the country has none.
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const shown = [
    ...lines,
    ...anyCountry.lines
      .filter(({ name }) => values[name] && lines.every((it) => it.name !== name))
      .map((it) => ({ ...it, required: false })),
  ];
  useEffect(() => {
    const inputs = [...(fieldset.current?.querySelectorAll('input') ?? [])];
    setValues(Object.fromEntries(inputs.map((it) => [it.name, it.value])));
  }, []);
  const read = ({ target }: SyntheticEvent, isLeft: boolean) => {
    // One that was emptied goes when it is left.
    if (!(target instanceof HTMLInputElement) || (!target.value && !isLeft)) return;
    const { name, value } = target;
    setValues((now) => ({ ...now, [name]: value }));
  };
  const question = doubt(values['postcode'] ?? '');
  const [asking, setAsking] = useState(false);
  return (
    <fieldset
      ref={fieldset}
      className={`form__wide ${style.address}`}
      onChange={(event) => read(event, false)}
      onBlur={(event) => {
        read(event, true);
        setAsking(true);
      }}
    >
      <legend>{legend}</legend>
      {hint && <p className="field__hint">{hint}</p>}
      <div className="form form--pairs">
        {before}
        <CountryField
          label="Country"
          autoComplete="country-name"
          required={required}
          {...field('country')}
          {...(problem && { error: problem })}
          onCountry={(found, typed) => {
            setCode(found);
            onCountry?.(found, typed);
          }}
        />
        {shown.map(({ name, label, ...it }) => (
          <div key={name}>
            <Field
              label={required && !it.required ? `${label} (optional)` : label}
              autoComplete={autoComplete[name]}
              required={required && it.required}
              list={name === 'state' && states.length > 0 ? id : undefined}
              {...field(name)}
              // It was required by another country.
              {...(!it.required && !values[name] && { error: undefined })}
            />
            {name === 'postcode' && (
              <p className={`field__hint ${style.question}`} role="status">
                {asking && question}
              </p>
            )}
          </div>
        ))}
        <datalist id={id}>
          {states.map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
        {children}
      </div>
    </fieldset>
  );
}
