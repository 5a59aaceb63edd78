import type { Country } from '#shared/schemas/shipping.ts';
import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentProps } from 'react';
import { countries } from '../api/countries.ts';
import { Field } from '../ui/Field.tsx';
import { countryCode, unknownCountry } from './country-names.ts';

interface CountryFieldProps extends ComponentProps<typeof Field> {
  /** Of the country that was left, or stored: its code, or null, and its name as typed. */
  readonly onCountry?: (code: string | null, typed: string) => void;
}

/** A free-text country with suggestions. An unknown name is reported when the field is left, and one that is stored at once. */
export function CountryField({ error, onCountry, ...field }: CountryFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [known, setKnown] = useState<readonly Country[]>([]);
  const [unknown, setUnknown] = useState('');
  async function check(): Promise<void> {
    const typed = input.current?.value ?? '';
    const message = await unknownCountry(typed);
    const code = await countryCode(typed);
    // It may have been corrected meanwhile.
    if (input.current?.value !== typed) return;
    setUnknown(message);
    onCountry?.(code, typed);
  }
  async function suggest(): Promise<void> {
    if (known.length > 0) return;
    const reply = await countries().fetch();
    if (reply.ok) setKnown(reply.countries);
  }
  const checkStored = useEffectEvent(check);
  useEffect(() => void checkStored(), []);
  return (
    <>
      <Field
        {...field}
        error={unknown || error}
        list={id}
        ref={(element) => {
          input.current = element;
          if (typeof field.ref === 'function') field.ref(element);
        }}
        onFocus={() => void suggest()}
        onChange={(event) => {
          setUnknown('');
          field.onChange?.(event);
        }}
        onBlur={(event) => {
          field.onBlur?.(event);
          void check();
        }}
      />
      <datalist id={id}>
        {known.map(({ code, name }) => (
          <option key={code} value={name} />
        ))}
      </datalist>
    </>
  );
}
