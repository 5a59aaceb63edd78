import type { Country } from '#shared/schemas/shipping.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';

/** As the database compares names: lower case without accents and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

type Named = Pick<Country, 'name' | 'names'>;
const namesOf = ({ name, names }: Named): string[] => [plain(name), ...names];

/** Those that have what somebody types in a name, the one that is called just so first: UK before Ukraine. */
export function findCountries<Found extends Named>(
  countries: readonly Found[],
  typed: string,
): Found[] {
  const sought = plain(typed);
  const isExact = (it: Found) => Number(namesOf(it).includes(sought));
  return countries
    .filter((it) => namesOf(it).some((name) => name.includes(sought)))
    .sort((a, b) => isExact(b) - isExact(a));
}

/** What to say of a country that none of them is called; '' otherwise. */
export const unknownName = (countries: readonly Named[], typed: string): string =>
  plain(typed) === '' || countries.some((it) => namesOf(it).includes(plain(typed)))
    ? ''
    : shippingMessages.unknownCountry;
