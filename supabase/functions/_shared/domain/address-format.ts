import { formats } from '../address-formats.ts';

export type AddressLine = 'address' | 'city' | 'state' | 'postcode';

/** Companies have no state. */
export type Lines = Readonly<Partial<Record<AddressLine, string>>>;

interface AddressFormat {
  /** In the order in which they are written. */
  readonly lines: readonly {
    readonly name: AddressLine;
    readonly label: string;
    readonly required: boolean;
  }[];
  /** Of postcodes; null where the country has none, or any. */
  readonly pattern: RegExp | null;
  /** A postcode of the country, or empty. */
  readonly example: string;
}

const letters = { A: 'address', C: 'city', S: 'state', Z: 'postcode' } as const;
type Letter = keyof typeof letters;

/** Labels by the names in the data. */
const labels: Readonly<Record<string, string>> = {
  city: 'City',
  post_town: 'Town',
  district: 'District',
  suburb: 'Suburb',
  do_si: 'Province',
  postal: 'Post code',
  zip: 'ZIP code',
  pin: 'PIN code',
  eircode: 'Eircode',
};
const labelOf = (name = ''): string =>
  labels[name] ?? name.replace(/^./, (first) => first.toUpperCase());

/** Of a country that is not known yet. */
const unknown = 'ACSZ | AC | city | state | postal |  | ';

/** How addresses of a country, given by its code, are written. */
export function addressFormat(code: string | null): AddressFormat {
  const row = (code && formats[code]) || unknown;
  const [lines = '', needed = '', city, state, postcode, example = '', ...rest] = row.split(' | ');
  const pattern = rest.join(' | ');
  const names = { A: 'Street address', C: labelOf(city), S: labelOf(state), Z: labelOf(postcode) };
  return {
    lines: [...lines].map((letter) => ({
      name: letters[letter as Letter],
      label: names[letter as Letter],
      required: needed.includes(letter),
    })),
    pattern: pattern ? new RegExp(`^(?:${pattern})$`, 'i') : null,
    example,
  };
}

/** The required lines of a country that are empty in an address. */
export const missingLines = (code: string | null, address: Lines): AddressLine[] =>
  addressFormat(code)
    .lines.filter(({ name, required }) => required && address[name]?.trim() === '')
    .map(({ name }) => name);

/** Whether a postcode does not look like those of the country. It may exist all the same. */
export function isDoubtful(code: string, postcode: string): boolean {
  const { pattern } = addressFormat(code);
  return postcode.trim() !== '' && pattern !== null && !pattern.test(postcode.trim());
}
