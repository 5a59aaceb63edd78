import type { Country } from '#shared/schemas/shipping.ts';
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { countries } from '../api/countries.ts';
import { Field } from '../ui/Field.tsx';
import { unknownCountry } from './country-names.ts';

/** A free-text country with suggestions. An unknown name is reported when the field is left, and one that is stored at once. */
export function CountryField({ error, ...field }: ComponentProps<typeof Field>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [known, setKnown] = useState<readonly Country[]>([]);
  const [unknown, setUnknown] = useState('');
  async function check(): Promise<void> {
    const typed = input.current?.value ?? '';
    const message = await unknownCountry(typed);
    // It may have been corrected meanwhile.
    if (input.current?.value === typed) setUnknown(message);
  }
  async function suggest(): Promise<void> {
    if (known.length > 0) return;
    const reply = await countries().fetch();
    if (reply.ok) setKnown(reply.countries);
  }
  useEffect(() => void check(), []);
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
