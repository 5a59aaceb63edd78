import { useStore } from '@nanostores/react';
import { shippingZoneInput, type Country, type ShippingZone } from '#shared/schemas/shipping.ts';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { countries as allCountries } from '../../api/countries.ts';
import { findCountries } from '../../address/country-names.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { Loading } from '../listing/Loading.tsx';
import { $countries, addZone, changeZone } from './shipping.ts';
import './shipping-forms.css';

interface ShippingZoneFormProps {
  /** Null for a new one. */
  readonly zone: ShippingZone | null;
  readonly zones: readonly ShippingZone[];
  readonly onDone: () => void;
}

export function ShippingZoneForm({ zone, zones, onDone }: ShippingZoneFormProps) {
  const form = useForm({
    schema: shippingZoneInput,
    values: { name: zone?.name ?? '', countries: zone?.countries ?? [] },
    save: (values, _, changes) => (zone ? changeZone(zone._id, changes) : addZone(values)),
    onSaved: onDone,
  });
  const { field } = useController({ control: form.control, name: 'countries' });
  const taken = new Map(
    zones
      .filter((it) => it._id !== zone?._id)
      .flatMap((it) => it.countries.map((code) => [code, it.name] as const)),
  );
  return (
    <Form form={form} submit={zone ? 'Update' : 'Add'}>
      <Field
        label="Name"
        {...form.field('name')}
        maxLength={100}
        autoComplete="off"
        hint="Not shown to shoppers."
      />
      <Loading loaded={useStore($countries)} path={allCountries().path} what="countries">
        {({ countries }) => (
          <CountryChoice
            countries={countries}
            taken={taken}
            chosen={field.value ?? []}
            choose={field.onChange}
            error={form.errorOf('countries')}
          />
        )}
      </Loading>
    </Form>
  );
}

interface CountryChoiceProps {
  readonly countries: readonly Country[];
  /** The names of other zones by the codes of their countries. */
  readonly taken: ReadonlyMap<string, string>;
  readonly chosen: readonly string[];
  readonly choose: (codes: string[]) => void;
  readonly error: string | undefined;
}

/** A searchable list of countries; selected ones come first when it opens. */
function CountryChoice({ countries, taken, chosen, choose, error }: CountryChoiceProps) {
  const said = useId();
  const [search, setSearch] = useState('');
  const [first] = useState(() => new Set(chosen));
  const found = findCountries(countries, search);
  if (search === '') found.sort((a, b) => Number(first.has(b.code)) - Number(first.has(a.code)));
  return (
    <fieldset className="country-choice" aria-describedby={said}>
      <legend className="field__label">Countries</legend>
      <input type="hidden" name="countries" value={chosen.toSorted().join()} />
      <p
        id={said}
        className={error ? 'field__error' : 'field__hint'}
        role={error ? 'alert' : 'status'}
      >
        {error ??
          (chosen.length === 0
            ? 'None selected: this zone covers everywhere else.'
            : `${chosen.length} chosen.`)}
      </p>
      <Field
        label="Find a country"
        type="search"
        value={search}
        autoComplete="off"
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => {
          // Would submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div className="country-choice__list">
        {found.length === 0 && <p className="field__hint">No country matches.</p>}
        {found.map(({ code, name }) => (
          <Check
            key={code}
            label={taken.has(code) ? `${name} (in ${taken.get(code)})` : name}
            checked={chosen.includes(code)}
            disabled={taken.has(code) && !chosen.includes(code)}
            onChange={({ currentTarget }) =>
              choose(currentTarget.checked ? [...chosen, code] : chosen.filter((it) => it !== code))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
