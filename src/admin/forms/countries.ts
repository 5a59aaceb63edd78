import { useStore } from '@nanostores/react';
import { countries } from '../../api/countries.ts';
import { query } from '../../api/query.ts';

export const $countries = query(countries());

/** Writes codes of countries as their names, in alphabetical order. */
export function useCountryNames(): (codes: readonly string[]) => string {
  const known = useStore($countries).body?.countries ?? [];
  const nameOf = (code: string) => known.find((it) => it.code === code)?.name ?? code;
  return (codes) => codes.map(nameOf).sort().join(', ');
}
