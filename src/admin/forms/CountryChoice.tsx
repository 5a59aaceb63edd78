import { useStore } from '@nanostores/react';
import type { Country } from '#shared/schemas/shipping.ts';
import { useId, useState } from 'react';
import { findCountries } from '../../address/country-names.ts';
import { countries } from '../../api/countries.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { Loading } from '../listing/Loading.tsx';
import { $countries } from './countries.ts';
import './country-choice.css';

interface CountryChoiceProps {
  /** What is said while none is selected. */
  readonly none: string;
  /** The countries that cannot be chosen, with the names of what has them. */
  readonly taken?: ReadonlyMap<string, string>;
  readonly chosen: readonly string[];
  readonly choose: (codes: string[]) => void;
  readonly error: string | undefined;
}

/** A searchable list of countries; selected ones come first when it opens. */
export function CountryChoice(props: CountryChoiceProps) {
  return (
    <Loading loaded={useStore($countries)} path={countries().path} what="countries">
      {(body) => <Choice {...props} countries={body.countries} />}
    </Loading>
  );
}

interface ChoiceProps extends CountryChoiceProps {
  readonly countries: readonly Country[];
}

function Choice({ countries: all, none, taken, chosen, choose, error }: ChoiceProps) {
  const said = useId();
  const [search, setSearch] = useState('');
  const [first] = useState(() => new Set(chosen));
  const found = findCountries(all, search);
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
        {error ?? (chosen.length === 0 ? none : `${chosen.length} chosen.`)}
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
            label={taken?.has(code) ? `${name} (in ${taken.get(code)})` : name}
            checked={chosen.includes(code)}
            disabled={taken?.has(code) && !chosen.includes(code)}
            onChange={({ currentTarget }) =>
              choose(currentTarget.checked ? [...chosen, code] : chosen.filter((it) => it !== code))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
