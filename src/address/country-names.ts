import type { Country } from '#shared/schemas/shipping.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';

/** Normalised as in the database: lower case without accents and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

type Named = Pick<Country, 'name' | 'names'>;
const namesOf = ({ name, names }: Named): string[] => [plain(name), ...names];

/** The countries whose names contain the typed text, exact matches first: UK before Ukraine. */
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

/** The message for an unknown country, else ''. */
export const unknownName = (countries: readonly Named[], typed: string): string =>
  plain(typed) === '' || countries.some((it) => namesOf(it).includes(plain(typed)))
    ? ''
    : shippingMessages.unknownCountry;
