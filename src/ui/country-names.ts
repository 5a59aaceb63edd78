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

/** Whether one of its names has what somebody types. */
export const isCalled = (country: Named, typed: string): boolean =>
  namesOf(country).some((it) => it.includes(plain(typed)));

/** What to say of a country that none of them is called; '' otherwise. */
export const unknownName = (countries: readonly Named[], typed: string): string =>
  plain(typed) === '' || countries.some((it) => namesOf(it).includes(plain(typed)))
    ? ''
    : shippingMessages.unknownCountry;
