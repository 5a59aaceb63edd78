import type { Country } from '#shared/schemas/shipping.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { countries } from '../api/countries.ts';

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

/** Those that were asked for, since a form asks again at every change of a line. */
const asked = new Map<string, string | null>();

/** The code of a country by a name in any language; null where none is called so, undefined without an answer. */
async function readCode(name: string): Promise<string | null | undefined> {
  if (!asked.has(name)) {
    const reply = await countries(name).fetch();
    if (!reply.ok) return undefined;
    asked.set(name, reply.countries[0]?.code ?? null);
  }
  return asked.get(name);
}

/** The same, null also where nothing was typed, or nothing is known. */
export const countryCode = async (typed = ''): Promise<string | null> =>
  (typed.trim() && (await readCode(typed.trim()))) || null;

/** The message for a country that the shop does not know in any language, else ''. Without an answer, it is accepted. */
export async function unknownCountry(typed = ''): Promise<string> {
  const name = typed.trim();
  return name && (await readCode(name)) === null ? shippingMessages.unknownCountry : '';
}

/** The outcome of a form whose country is not known; null where it can be saved. */
export async function refusedCountry(typed?: string) {
  const message = await unknownCountry(typed);
  return message ? { ok: false as const, issues: [{ path: 'country', message }] } : null;
}
