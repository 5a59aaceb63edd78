import type { Country } from '#shared/schemas/shipping.ts';
import { useId, useRef, useState, type ComponentProps } from 'react';
import { countries } from '../api/countries.ts';
import { Field } from '../ui/Field.tsx';
import { unknownName } from './country-names.ts';

/** A free-text country with suggestions. An unknown name is reported, not refused. */
export function CountryField({ onFocus, onBlur, hint, ...field }: ComponentProps<typeof Field>) {
  const id = useId();
  const [known, setKnown] = useState<readonly Country[]>([]);
  const [unknown, setUnknown] = useState('');
  const loading = useRef<Promise<readonly Country[]>>(null);
  const load = () =>
    (loading.current ??= countries()
      .fetch()
      .then((reply) => {
        if (!reply.ok) loading.current = null;
        const found = reply.ok ? reply.countries : [];
        setKnown(found);
        return found;
      }));
  async function look(typed: string): Promise<void> {
    const found = await load();
    setUnknown(found.length === 0 ? '' : unknownName(found, typed));
  }
  return (
    <>
      <Field
        {...field}
        list={id}
        hint={unknown || hint}
        onFocus={(event) => {
          onFocus?.(event);
          void load();
        }}
        onBlur={(event) => {
          onBlur?.(event);
          void look(event.currentTarget.value);
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
